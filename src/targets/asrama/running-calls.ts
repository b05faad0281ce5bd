import type { ServiceClient } from './service-client.ts';

/**
 * Counts what the service is being asked right now, so that a server whose input has ended can answer
 * what it was asked before it leaves. The calls to the service are the only slow thing it does.
 */
export class RunningCalls {
  #count = 0;
  #waiting: (() => void)[] = [];

  /** The same client; its calls are counted. */
  watch(client: ServiceClient): ServiceClient {
    return {
      get: async (path, parameters) => {
        this.#count += 1;
        try {
          return await client.get(path, parameters);
        } finally {
          this.#count -= 1;
          if (this.#count === 0) this.#release();
        }
      },
    };
  }

  /** Resolves when nothing runs and what came of it has been handed to the transport. */
  async finished(): Promise<void> {
    // One turn of the event loop lets requests that were just read reach their handlers.
    await turn();
    if (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    await turn();
  }

  #release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
