import { pointerSteps } from '../../model/json.ts';
import type { Located } from '../../model/message.ts';
import type { FateKind, ModelMedia, ModelText, Reading } from '../../model/reading.ts';
import { refKey } from '../../model/session.ts';
import type { Palette } from './colour.ts';
import type { Geometry } from './columns.ts';
import { escapeText } from './escape.ts';
import { bytes, count } from './format.ts';
import { inOrder } from './model-order.ts';
import { reachesModel } from './place.ts';
import { errorPhrase } from './subject.ts';
import { isToolError, type Timeline } from './timeline.ts';
import { unknownBlocks } from './totals.ts';
import { cut } from './width.ts';
import { wrapWords } from './words.ts';

/**
 * What the model reads and wrote of one message, as it stands: lines stay lines, invisible characters
 * have names, media in their place. Over each text its place in the API request. Then what tells the
 * model that a call failed, and what nobody knows about.
 */
export function* modelTextLines(
  located: Located,
  reading: Reading,
  timeline: Timeline,
  { width }: Geometry,
  palette: Palette,
): Generator<string> {
  const parts = [
    ...inOrder(reading).map(partOf),
    ...flagPart(located, reading),
    ...failurePart(located, reading, timeline),
    ...unknownPart(reading),
  ];
  const indent = width > 12 ? '    ' : '';
  for (const { kind, title, lines } of parts) {
    yield palette.fate(kind)(cut(`  ${WORD[kind] ?? kind} ${escapeText(title)}`, width));
    for (const line of lines)
      for (const part of wrapWords(line, width - indent.length)) yield indent + part;
  }
}

interface Part {
  readonly kind: FateKind;
  /** The place of a text; not yet escaped. */
  readonly title: string;
  /** Printable. */
  readonly lines: readonly string[];
}

/** It reaches the model, that is what counts here. */
const WORD: Partial<Record<FateKind, string>> = { renamed: 'reads' };

function partOf(part: ModelText | ModelMedia): Part {
  const kind = part.way === 'read' ? 'reads' : 'wrote';
  if ('text' in part) {
    const added = part.from === undefined ? ' (added by the host)' : '';
    const lines = part.text.split('\n').map((line) => escapeText(line, 'name'));
    return { kind, title: part.place + added, lines };
  }
  const what = [part.mimeType, bytes(part.size)].filter((each) => each !== undefined).join(', ');
  return { kind, title: part.place, lines: [`⟨${escapeText(what)}⟩`] };
}

/** `is_error: true` is no text, but the model is told. */
function flagPart(located: Located, { fates }: Reading): Part[] {
  const fate = fates.find(({ pointer }) => pointer === '/result/isError');
  if (!fate || !reachesModel(fate.kind) || !isToolError(located)) return [];
  return [{ kind: fate.kind, title: fate.note ?? 'isError', lines: ['true'] }];
}

/** The JSON-RPC error of a tool call, when no text of the reading says what became of it. */
function failurePart(located: Located, { fates, texts }: Reading, { roles }: Timeline): Part[] {
  const { message, from } = located;
  if (message.kind !== 'failure' || from !== 'server' || texts.length > 0) return [];
  const request = roles.get(refKey(located))?.exchange?.request.message;
  const fate = fates.find(({ pointer }) => pointerSteps(pointer)?.[0] === 'error');
  if (request?.method !== 'tools/call' || !fate) return [];
  const title = ['error', fate.note].filter((each) => each !== undefined).join(': ');
  return [{ kind: fate.kind, title, lines: [errorPhrase(message.error)] }];
}

function unknownPart(reading: Reading): Part[] {
  const unknown = unknownBlocks(reading);
  return unknown === 0 ? [] : [{ kind: 'unknown', title: count(unknown, 'block'), lines: [] }];
}
