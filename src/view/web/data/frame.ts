import type { Located } from '../../../model/message.ts';
import type { Reading } from '../../../model/reading.ts';
import type { TimelineItem } from '../../../model/recording.ts';
import { geometryOf } from '../../terminal/columns.ts';
import { escapeBytes, escapeText } from '../../terminal/escape.ts';
import { fateTree } from '../../terminal/fates.ts';
import { bytes as sizeText } from '../../terminal/format.ts';
import { layout } from '../../terminal/layout.ts';
import { reachesModel } from '../../terminal/place.ts';
import type { Timeline } from '../../terminal/timeline.ts';
import { totalsText } from '../../terminal/totals.ts';
import type { AnnotatedRow, FrameInfo, ModelPart } from '../contract.ts';
import { findingInfo } from './findings.ts';
import type { Entry } from './rows.ts';

/** Bytes of a frame, and lines of its JSON, that a page shows; more would stop the browser. */
const MOST_BYTES = 256 * 1024;
const MOST_ROWS = 4000;
/** Characters of a text that the model gets. */
const MOST_TEXT = 200_000;
/** Columns of the JSON in a page of middling width. */
const COLUMNS = 118;

/** One entry in all its forms; `timeline` has the readings of the host that was asked for. */
export function frameInfo({ row, bytes }: Entry, timeline: Timeline): FrameInfo {
  const located = timeline.messages.get(row.key);
  const reading = located && timeline.reading(located);
  return {
    key: row.key,
    row,
    wire: wireOf(located ? ownBytes(located) : bytes),
    annotated: located && reading ? annotated(located, reading, timeline) : [],
    model: reading ? modelParts(reading, timeline) : [],
    totals: located && reading ? (totalsText(located, reading, timeline) ?? '') : '',
    findings: (timeline.findingsAt.get(seqOf(row.key)) ?? []).map(findingInfo),
  };
}

function seqOf(key: string): number {
  return Number(key.split('.')[0]);
}

/** In a batch the member's own. */
function ownBytes({ bytes, message }: Located): Buffer {
  return bytes.subarray(message.node.start, message.node.end);
}

function wireOf(bytes: Buffer): FrameInfo['wire'] {
  return {
    text: escapeBytes(bytes.subarray(0, MOST_BYTES)),
    cut: Math.max(0, bytes.length - MOST_BYTES),
  };
}

function annotated(located: Located, { fates }: Reading, timeline: Timeline): AnnotatedRow[] {
  const { start, end } = located.message.node;
  const isDamaged = damaged(located, timeline);
  const rows = layout(located.message.node, fateTree(fates), {
    columns: geometryOf(COLUMNS).left,
    elide: end - start > MOST_BYTES,
    damaged: isDamaged ? located.bytes : undefined,
    note: (here) => here[0]?.note,
  });
  return rows.slice(0, MOST_ROWS).map(({ text, kinds, note, continues }) => ({
    text,
    fates: kinds,
    note: note ?? '',
    more: continues === true,
    reaches: kinds.some(reachesModel),
  }));
}

function damaged({ seq }: Located, { session }: Timeline): boolean {
  const item = session.recording.items.find(
    (each): each is Extract<TimelineItem, { type: 'frame' }> =>
      each.type === 'frame' && each.frame.seq === seq,
  );
  return item?.defects.some(({ kind }) => kind === 'invalid-utf8') ?? false;
}

function modelParts({ texts, media }: Reading, { countTokens }: Timeline): ModelPart[] {
  return [
    ...texts.map(
      ({ place, way, text }): ModelPart => ({
        place: escapeText(place),
        way,
        text: printable(text),
        tokens: countTokens?.(text) ?? 0,
      }),
    ),
    ...media.map(
      ({ place, mimeType, size }): ModelPart => ({
        place: escapeText(place),
        way: 'media',
        text: `${escapeText(mimeType ?? 'unknown type')}, ${sizeText(size)}`,
        tokens: 0,
      }),
    ),
  ];
}

/** Lines stay lines; what cannot be seen is named. */
function printable(text: string): string {
  const lines = text.slice(0, MOST_TEXT).split('\n');
  const more = text.length > MOST_TEXT ? [`… ${text.length - MOST_TEXT} more characters`] : [];
  return [...lines.map((line) => escapeText(line, 'name')), ...more].join('\n');
}
