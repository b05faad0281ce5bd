import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { SadapError } from '../../errors.ts';

/** Which certificates of an https upstream are trusted. */
export interface Trust {
  readonly ca?: string[];
  readonly rejectUnauthorized?: boolean;
}

/**
 * Node's own certificates (and those of `NODE_EXTRA_CA_CERTS`); those of a file besides; or any.
 *
 * @throws SadapError `usage` when the file cannot be read.
 */
export function trustOf({ ca, insecure }: { ca?: string; insecure?: boolean }): Trust {
  return {
    ...(ca !== undefined && { ca: [...rootCertificates, certificates(ca)] }),
    ...(insecure === true && { rejectUnauthorized: false }),
  };
}

function certificates(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new SadapError('usage', `--ca: cannot read ${path}`, { cause });
  }
}
