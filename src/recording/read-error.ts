import { SadapError } from '../errors.ts';

/** What a system error on reading means to the user; any other error comes back as it is. */
export function readError(path: string, error: unknown): unknown {
  // Node's file system errors carry the system's name for them.
  const code = error instanceof Error && (error as NodeJS.ErrnoException).code;
  if (typeof code !== 'string' || error instanceof SadapError) return error;
  if (code === 'ENOENT')
    return new SadapError('recording-missing', `there is no file ${path}`, {
      hint: 'See which recordings exist with: sadap list',
      cause: error,
    });
  const why = WORDS[code] ?? code;
  return new SadapError('recording-invalid', `${path} cannot be read: ${why}`, {
    ...(code === 'EISDIR' && {
      hint: `Name a file in it, or see all with: sadap list --dir ${path}`,
    }),
    ...(code === 'EACCES' && { hint: 'Recordings are readable by the user who made them only.' }),
    cause: error,
  });
}

const WORDS: { readonly [code: string]: string } = {
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is no folder',
  ELOOP: 'its links lead in a circle',
};
