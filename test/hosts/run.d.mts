import type { Host } from './hosts.mjs';

/** Runs a host against the canary; `measured` is what test/hosts/captures keeps. */
export declare function measureHost(
  host: Host,
  format: string,
  options?: { readonly keep?: string },
): Promise<{ status: number | null; output: string; measured: object }>;
