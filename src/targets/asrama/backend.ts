import { SadapError } from '../../errors.ts';
import { MOCK_TOKEN } from './data.ts';
import { startService } from './service.ts';
import type { ServiceAddress } from './service-client.ts';

export interface BackendOptions {
  /** The service to ask; else `ASRAMA_API_URL`; else a service of its own on a free port. */
  readonly apiUrl?: string | undefined;
  /** The token for the service; else `ASRAMA_API_TOKEN`; else that of the mock. */
  readonly apiToken?: string | undefined;
}

/** A service that answers, and how to let go of it. */
export interface Backend extends ServiceAddress {
  close(): Promise<void>;
}

/**
 * The service that was named, or one of our own in this process. The own service always wants the
 * token of the mock, so that a wrong `ASRAMA_API_TOKEN` fails as it would with a real service.
 * Throws `SadapError('usage')` for a URL that is not http.
 */
export async function openBackend(options: BackendOptions): Promise<Backend> {
  const url = options.apiUrl || process.env['ASRAMA_API_URL'];
  const token = options.apiToken || process.env['ASRAMA_API_TOKEN'] || MOCK_TOKEN;
  if (!url) return { token, ...(await startService()) };
  if (!isHttp(url)) {
    throw new SadapError('usage', `the URL of the asrama service is not an http URL: ${url}`, {
      hint: 'Set ASRAMA_API_URL to something like http://127.0.0.1:8000, or leave it out.',
    });
  }
  return { url, token, close: async () => {} };
}

function isHttp(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
