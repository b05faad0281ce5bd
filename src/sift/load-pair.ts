import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import type { PassedCalls, PassedSide } from '../compare/passed.ts';
import type { Side } from '../model/frame.ts';
import type { Located } from '../model/message.ts';
import type { Header, Recording, TimelineItem } from '../model/recording.ts';
import { type CallRows, STATE } from './call-rows.ts';
import { ComparedCalls } from './compared-calls.ts';
import { matchCalls } from './match-calls.ts';
import { QuestionPrint } from './question-print.ts';
import { isUnreadable, readLineAt } from './read-line.ts';

/** Two recordings without the calls that they have in common. */
export interface Pair {
  readonly a: Recording;
  readonly b: Recording;
  readonly passed: PassedCalls;
}

/**
 * Two recordings for `sadap diff`, without the calls that both hold alike, so that files may be compared that
 * are too large to be held in memory: time and memory are those of what differs. What is found, and how it is
 * told, is the same as for whole recordings (`compareSessions` with `passed`).
 *
 * @returns undefined where that is not certain: for damaged recordings, sessions over HTTP, and the like; then
 *   both are to be read as a whole.
 */
export function loadPair(pathA: string, pathB: string): Pair | undefined {
  try {
    const print = new QuestionPrint(randomBytes(8));
    const [a, b] = [new Half(pathA, print), new Half(pathB, print)];
    if (!a.read() || !b.read()) return undefined;
    const matched = matchCalls(a.calls.rows, b.calls.rows);
    const count = matched.reduce((sum, row) => (row >= 0 ? sum + 1 : sum), 0);
    const rows = [new Int32Array(count), new Int32Array(count)] as const;
    let nth = 0;
    for (const [row, other] of matched.entries()) {
      if (other < 0) continue;
      rows[0][nth] = row;
      rows[1][nth] = other;
      nth += 1;
    }
    const [before, after] = [a.without(rows[0]), b.without(rows[1])];
    return {
      a: before.recording,
      b: after.recording,
      passed: { count, a: before.passed, b: after.passed },
    };
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/** One of the two. */
class Half {
  readonly calls: ComparedCalls;
  readonly #path: string;
  #found: ReturnType<ComparedCalls['read']>;

  constructor(path: string, print: QuestionPrint) {
    this.#path = path;
    this.calls = new ComparedCalls(path, print);
  }

  read(): boolean {
    this.#found = this.calls.read();
    return this.#found !== undefined;
  }

  /** The recording without the calls of these rows, which rise or not. */
  without(ranks: Int32Array): { recording: Recording; passed: PassedSide } {
    if (!this.#found) throw new Error('nothing was read');
    const { header, end, size } = this.#found;
    const { rows, items } = this.calls;
    const passed = new Uint8Array(rows.count);
    for (const row of ranks) passed[row] = 1;
    this.#readRest(header, passed);
    items.sort((one, other) => seqOf(one) - seqOf(other));
    const lines = [{ seq: 0, by: 2 }];
    const count = {
      calls: ranks.length,
      logs: 0,
      stderr: { lines: 0, bytes: 0 },
      lines: { client: 0, server: 0 },
      numbers: new Map(),
    };
    return {
      recording: {
        path: this.#path,
        size,
        header,
        items,
        damage: [],
        end,
        lines,
        passedOver: count,
      },
      passed: this.#passed(ranks, header),
    };
  }

  /** Plain calls that are not passed over join what is kept. */
  #readRest(header: Header, passed: Uint8Array): void {
    const { rows, items, numberOf, rankOf } = this.calls;
    const fd = openSync(this.#path, 'r');
    try {
      for (let row = 0; row < rows.count; row += 1) {
        const offset = rows.placeOf(row, 'request');
        if (offset === 0 || passed[row] === 1) continue;
        const request = readLineAt(fd, offset, header);
        numberOf.set(seqOf(request), rows.get(row, 'request'));
        rankOf.set(seqOf(request), row);
        items.push(request);
        if (rows.get(row, 'state') !== STATE.answered) continue;
        const answer = readLineAt(fd, rows.placeOf(row, 'answer'), header);
        numberOf.set(seqOf(answer), rows.get(row, 'answer'));
        items.push(answer);
      }
    } finally {
      closeSync(fd);
    }
  }

  #passed(ranks: Int32Array, header: Header): PassedSide {
    const { rows, rankOf, numberOf } = this.calls;
    return {
      ranks,
      rankOf,
      numberOf,
      numbers: {
        client: ranks.map((row) => rows.get(row, 'request')),
        server: ranks.map((row) => rows.get(row, 'answer')),
      },
      read: (nth, side) => this.#located(rows, ranks[nth] ?? 0, side, header),
    };
  }

  #located(rows: CallRows, row: number, side: Side, header: Header): Located {
    const fd = openSync(this.#path, 'r');
    try {
      const offset = rows.placeOf(row, side === 'client' ? 'request' : 'answer');
      const item = readLineAt(fd, offset, header);
      if (item.type !== 'frame' || item.content.kind === 'batch' || item.content.kind === 'stray')
        throw new Error('a message stands here');
      const { seq, at, from, bytes } = item.frame;
      return { seq, index: undefined, at, from, bytes, message: item.content };
    } finally {
      closeSync(fd);
    }
  }
}

function seqOf(item: TimelineItem): number {
  return item.type === 'frame' ? item.frame.seq : item.seq;
}
