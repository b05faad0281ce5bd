/** A host that is measured here. */
export interface Host {
  readonly name: string;
  readonly kind: 'javascript' | 'python' | 'command-line';
  readonly formats: readonly string[];
}

export declare const hosts: { readonly [name: string]: Host };
