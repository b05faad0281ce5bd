import type { Source } from '../document/document.ts';
import { type Facts, factsOf } from '../document/labels.ts';
import { sequenceOf } from '../document/sequence.ts';
import { EXIT, SadapError } from '../errors.ts';
import type { ApiFormat, Profile } from '../model/profile.ts';
import { buildSession } from '../protocol/session.ts';
import { profileOf } from '../reading/profiles.ts';
import { dialogueOf } from '../reading/requests/dialogue.ts';
import { requestOf } from '../reading/requests/index.ts';
import { requestJson } from '../reading/requests/values.ts';
import { loadTokenizer } from '../reading/tokens.ts';
import type { Block } from '../view/doc/blocks.ts';
import { exampleBlocks } from '../view/doc/examples.ts';
import { takenBlocks } from '../view/doc/opening.ts';
import { mermaid, renderMarkdown } from '../view/markdown/blocks.ts';
import type { TakenRules } from '../view/taken.ts';
import { documentSource } from './document-source.ts';
import { chosenProfile } from './profile.ts';
import type { Options } from './program.ts';
import { redactedRecording } from './redacted.ts';
import { shortName } from './source.ts';
import { tellTaken } from './taken.ts';
import { openTarget } from './target.ts';
import { textOption } from './values.ts';

/** Forms that are made of a session as a whole, so it is held in memory. */
export const VIEW_FORMATS = ['mermaid', 'markdown', 'anthropic', 'openai', 'gemini'] as const;
export type ViewFormat = (typeof VIEW_FORMATS)[number];

/** The rules by which an API is asked when no host was named, and the formats that answer to its name. */
const APIS: Readonly<
  Partial<Record<ViewFormat, { readonly host: string; readonly formats: readonly ApiFormat[] }>>
> = {
  anthropic: { host: 'claude-messages', formats: ['anthropic'] },
  openai: { host: 'openai-agents-js:chat', formats: ['openai-chat', 'openai-responses'] },
  gemini: { host: 'gemini-cli', formats: ['gemini'] },
};

/** Writes a recording in one of these forms, without secrets and personal values. */
export async function exportView(
  format: ViewFormat,
  path: string,
  options: Options,
): Promise<number> {
  const { lines, taken } = APIS[format]
    ? await requestLines(format, path, options)
    : await documentLines(format, path, options);
  await openTarget(options, path).write(Buffer.from(`${[...lines].join('\n')}\n`));
  tellTaken(taken, shortName(path));
  return EXIT.ok;
}

/** What is written, and what was taken out of it. */
interface Made {
  readonly lines: Iterable<string>;
  readonly taken: TakenRules;
}

/** The last request to the model, which holds all before it: tools, instructions, the whole dialogue. */
async function requestLines(format: ViewFormat, path: string, options: Options): Promise<Made> {
  const profile = profileFor(format, options);
  const { recording, taken } = await redactedRecording(path, options);
  const dialogue = dialogueOf(buildSession(recording), profile);
  const turn = dialogue.turns.at(-1);
  const wish = { model: undefined, sendable: true };
  return { lines: turn ? [requestJson(requestOf(dialogue, turn, wish))] : [], taken };
}

/** Throws `usage` when the host that was named speaks to another API. */
function profileFor(format: ViewFormat, options: Options): Profile {
  const api = APIS[format];
  if (!api) throw new Error(`${format} is no API`);
  const isNamed = textOption(options, 'profile') !== undefined || options['host'] !== DEFAULT_HOST;
  const profile = isNamed ? chosenProfile(options) : profileOf(api.host);
  if (api.formats.includes(profile.api)) return profile;
  throw new SadapError('usage', `${profile.id} asks ${profile.api}, not ${format}`, {
    hint: 'choose another --host, or leave it out',
  });
}

/** What commander gives when no host was named. */
const DEFAULT_HOST = 'claude-messages';

async function documentLines(format: ViewFormat, path: string, options: Options): Promise<Made> {
  const tokenizer = await loadTokenizer();
  const profile = chosenProfile(options);
  const source = await documentSource(path, shortName(path), { profile, tokenizer, options });
  const lines =
    format === 'mermaid'
      ? mermaid(sequenceOf(source))
      : renderMarkdown(messageBlocks(source, profile));
  return { lines, taken: source.taken };
}

/** Every message with its fates, in order. */
function messageBlocks(source: Source, { title }: Profile): Block[] {
  const name = source.session.server?.name ?? source.session.recording.header.server.label;
  return [
    { kind: 'heading', level: 1, text: [{ code: name }] },
    { kind: 'paragraph', text: `Every message of the session, read by the rules of: ${title}.` },
    ...takenBlocks([source]),
    ...factsOf(source.session).flatMap((facts) => messageBlock(facts, source)),
  ];
}

function messageBlock({ located, method, subject, label }: Facts, source: Source): Block[] {
  const size = source.sizeOf(located);
  const example = {
    label,
    ...(label === 'request' && { method }),
    subject,
    era: undefined,
    source,
    located,
    times: 1,
    seenIn: [source.name],
    size: { least: size, most: size },
  };
  return exampleBlocks(example, 1);
}
