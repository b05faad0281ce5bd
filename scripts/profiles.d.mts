/** The text of `src/reading/profiles/index.ts` for the profile files of a folder. */
export function indexOf(files: readonly string[]): string;
