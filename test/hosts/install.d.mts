/** Installs the Node that the hosts run on. */
export declare function installRuntime(): string;
