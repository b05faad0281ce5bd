/** Where the service is and the token that it asks for. */
export interface ServiceAddress {
  readonly url: string;
  readonly token: string;
}

export interface ServiceClient {
  /**
   * The JSON body of a GET. Parameters that are null or empty are not sent.
   * Throws `ServiceError` for every other outcome than a 2xx with JSON.
   */
  get(path: string, parameters?: Parameters): Promise<unknown>;
}

type Parameters = Readonly<Record<string, string | number | null>>;

/** The service refused or could not be asked. `message` is what happened, `detail` what it said. */
export class ServiceError extends Error {
  readonly detail: string;

  constructor(message: string, detail: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ServiceError';
    this.detail = detail;
  }
}

const TIMEOUT_MS = 10_000;

/** Speaks to the asrama service. A path in the URL of the service is kept. */
export function createServiceClient({ url, token }: ServiceAddress): ServiceClient {
  return {
    async get(path, parameters = {}) {
      const response = await ask(`${url.replace(/\/+$/, '')}${path}${queryOf(parameters)}`, token);
      const text = await response.text();
      if (!response.ok) {
        throw new ServiceError(`Service mengembalikan status ${response.status}`, text);
      }
      return parsed(text);
    },
  };
}

function queryOf(parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== '') query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}

async function ask(url: string, token: string): Promise<Response> {
  try {
    return await fetch(url, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      // A tool call that never ends helps nobody: the host would wait for its own, longer time-out.
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // The token is meant for this address only.
      redirect: 'error',
    });
  } catch (cause) {
    throw new ServiceError('Service tidak dapat dihubungi', reasonOf(cause), cause);
  }
}

/** `fetch` hides the reason ("connect ECONNREFUSED …") in the cause of its "fetch failed". */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ServiceError('Service tidak menjawab dengan JSON', text.slice(0, 200), cause);
  }
}
