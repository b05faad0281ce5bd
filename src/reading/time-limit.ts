import { createContext, Script, type Script as VmScript } from 'node:vm';

/**
 * Runs code for a limited time: a regular expression or a schema of a stranger may take for ever. Node
 * stops what runs behind a `vm` script, regular expressions too, when its time is over. This is a
 * limit, not a sandbox: what runs is our own code on foreign data.
 */
export class TimeLimit {
  readonly #holder: { run: () => void } = { run: () => {} };
  readonly #context = createContext(this.#holder);
  readonly #script: VmScript = new Script('run()');
  readonly each: number;
  #left: number;

  /**
   * @param total milliseconds for all runs together
   * @param each milliseconds that its owner gives a run
   */
  constructor(total: number, each = total) {
    this.#left = total;
    this.each = each;
  }

  /**
   * The result of `work`; undefined when it took longer than `most` milliseconds, or than what is left
   * of the total. What `work` throws is thrown.
   */
  run<T>(most: number, work: () => T): T | undefined {
    const timeout = Math.floor(Math.min(most, this.#left));
    if (timeout < 1) return undefined;
    let result: T | undefined;
    this.#holder.run = () => {
      result = work();
    };
    const start = performance.now();
    try {
      this.#script.runInContext(this.#context, { timeout });
      return result;
    } catch (error) {
      if (isTimeout(error)) return undefined;
      throw error;
    } finally {
      this.#left -= performance.now() - start;
    }
  }
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
