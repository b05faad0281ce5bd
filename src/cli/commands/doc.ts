import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { buildDocument } from '../../document/build.ts';
import type { Source, WireDocument } from '../../document/document.ts';
import { EXIT, SadapError } from '../../errors.ts';
import { loadTokenizer } from '../../reading/tokens.ts';
import { pageBlocks } from '../../view/doc/page.ts';
import { renderHtml } from '../../view/html/page.ts';
import { renderMarkdown } from '../../view/markdown/blocks.ts';
import { takenOfAll } from '../../view/taken.ts';
import { documentSource } from '../document-source.ts';
import { chosenProfile } from '../profile.ts';
import type { Options, Run } from '../program.ts';
import { recordingPath, shortName } from '../source.ts';
import { tellTaken } from '../taken.ts';
import { openTarget } from '../target.ts';
import { tell } from '../tell.ts';
import { textOption } from '../values.ts';
import { VERSION } from '../version.ts';

/**
 * `sadap doc`: the wire format of a server, from what was recorded of it, as Markdown or HTML. With
 * `--check`, 1 when the file given with `-o` says something else.
 */
export const run: Run = async ({ operands, options }) => {
  const paths = operands.length > 0 ? operands : [recordingPath(operands, options)];
  const profile = chosenProfile(options);
  const tokenizer = await loadTokenizer();
  if (options['viewer'] === true) {
    if (paths.length > 1 || textOption(options, 'format') !== 'html')
      throw new SadapError('usage', '--viewer wants one recording and --format html');
    const { writeViewer } = await import('../viewer.ts');
    return writeViewer(paths[0] ?? '-', options, { profile, tokenizer });
  }
  const sources: Source[] = [];
  for (const [index, path] of paths.entries()) {
    const name = nameOf(path, paths.slice(0, index));
    sources.push(await documentSource(path, name, { profile, tokenizer, options }));
  }
  const host = { title: profile.title, verifiedAt: profile.verifiedAt };
  const title = textOption(options, 'title') ?? titleOf(sources);
  const page = Buffer.from(pageOf(buildDocument(sources, { title, host }), options));
  if (options['check'] === true) return check(page, options);
  await openTarget(options, paths[0] ?? '-').write(page);
  tellTaken(takenOfAll(sources.map(({ taken }) => taken)), namesOf(paths));
  return EXIT.ok;
};

function namesOf(paths: readonly string[]): string {
  const [only] = paths;
  return paths.length === 1 && only !== undefined ? shortName(only) : `${paths.length} recordings`;
}

/** The file's own name; a second one of that name is told from the first by its place. */
function nameOf(path: string, before: readonly string[]): string {
  const stem = (each: string) => basename(each).replace(/\.(ndjson|jsonl)$/, '');
  const same = before.filter((each) => stem(each) === stem(path)).length;
  return same === 0 ? stem(path) : `${stem(path)} (${same + 1})`;
}

function titleOf(sources: readonly Source[]): string {
  const [first] = sources;
  const name = first?.session.server?.name ?? first?.session.recording.header.server.label;
  return `${name ?? 'MCP server'} on the wire`;
}

function pageOf(document: WireDocument, options: Options): string {
  const blocks = pageBlocks(document);
  const foot = `Made by sadap ${VERSION} from ${document.sources.map(({ name }) => name).join(', ')}.`;
  const lines =
    textOption(options, 'format') === 'html'
      ? renderHtml(document.title, blocks, foot)
      : renderMarkdown([...blocks, { kind: 'paragraph', text: foot }]);
  return `${[...lines].join('\n')}\n`;
}

function check(page: Buffer, options: Options): number {
  const path = textOption(options, 'output');
  if (path === undefined)
    throw new SadapError('usage', '--check compares with a file: name it with -o');
  if (committed(path)?.equals(page) === true) return EXIT.ok;
  tell(`${path} is out of date`, 'make it anew: the same command without --check, with --force');
  return EXIT.found;
}

function committed(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
