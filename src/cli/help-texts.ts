import { commands } from './flags.ts';
import { helpText } from './parse.ts';
import { OVERVIEW_FILE } from './ready-text.ts';

/** The texts of help that the build keeps for `readyText`, by the names of their files. */
export async function helpTexts(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map([[OVERVIEW_FILE, await helpText(['--help'])]]);
  for (const { name } of commands) texts.set(`${name}.txt`, await helpText([name, '--help']));
  return texts;
}
