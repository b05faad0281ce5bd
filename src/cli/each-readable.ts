import { isSadapError } from '../errors.ts';
import { tell } from './tell.ts';

/**
 * Does something with each of several files. One that cannot be read keeps nobody from the answers for
 * the others: it is told. Returns whether there was one.
 *
 * @throws what is wrong with the only one; anything that the user cannot mend.
 */
export async function forEachReadable(
  paths: readonly string[],
  use: (path: string) => Promise<void>,
): Promise<boolean> {
  let failed = false;
  for (const path of paths) {
    try {
      await use(path);
    } catch (error) {
      if (!isSadapError(error) || paths.length === 1) throw error;
      failed = true;
      tell(error.message);
    }
  }
  return failed;
}
