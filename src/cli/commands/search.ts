import { EXIT, SadapError } from '../../errors.ts';
import type { Match } from '../../recording/search/search.ts';
import { searchRecording } from '../../recording/search/search.ts';
import { searchJson } from '../../view/json/search.ts';
import { searchHeading, searchLine } from '../../view/terminal/search.ts';
import { forEachReadable } from '../each-readable.ts';
import { looks, printLines } from '../output.ts';
import type { Options, Run } from '../program.ts';
import { matchesInLog, searchedFiles } from '../searching.ts';
import { shortName } from '../source.ts';
import { tell } from '../tell.ts';

/** `sadap search`: the entries of recordings that hold a text; 1 when none does, 2 when a file could not be read. */
export const run: Run = async ({ operands: [text = '', ...operands], options }) => {
  if (text === '') throw new SadapError('usage', 'search wants a text that is not empty');
  const sought = { text, ignoresCase: options['ignoreCase'] === true };
  const { files, failed: hasFailed } = await searchedFiles(operands, options);
  let isFound = false;
  let isRead = true;
  const failed = await forEachReadable(files, async (file) => {
    if (!isRead) return;
    const matches = (await matchesInLog(file, sought)) ?? searchRecording(file, sought);
    const found = await print(file, matches, options, files.length > 1);
    if (found === undefined) isRead = false;
    else isFound ||= found;
  });
  if (!isRead) return EXIT.ok;
  if (failed || hasFailed) return EXIT.usage;
  if (!isFound && options['json'] !== true)
    tell(`nothing found in ${files.map(shortName).join(', ')}`);
  return isFound ? EXIT.ok : EXIT.found;
};

/** Was there any? undefined: nobody reads any more. */
async function print(
  file: string,
  matches: AsyncIterable<Match> | Iterable<Match>,
  options: Options,
  isNamed: boolean,
): Promise<boolean | undefined> {
  const style = looks(options);
  const isJson = options['json'] === true;
  let isFound = false;
  for await (const match of matches) {
    const heading = isNamed && !isFound && !isJson ? [searchHeading(shortName(file), style)] : [];
    const line = isJson ? searchJson(file, match) : searchLine(match, style);
    isFound = true;
    if (!(await printLines([...heading, line]))) return undefined;
  }
  return isFound;
}
