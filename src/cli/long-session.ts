import type { Line, Side } from '../model/frame.ts';
import type { Message, Stray } from '../model/message.ts';
import type { Entry, FrameEntry } from '../model/recording.ts';
import { decodeLine } from '../recording/decode.ts';
import { hintedId, OpenRequests } from '../recording/open-requests.ts';
import type { ReadItem } from '../recording/read.ts';
import { ALL_LINES, type Job } from '../recording/scan/lane.ts';
import type { ScanTarget } from '../recording/scan/scan-file.ts';
import type { ScannedLine } from '../recording/scan/scanned-line.ts';
import { peekAnswer } from '../recording/stats/peek.ts';
import { type Filter, methodTestOf, type SeqRange } from '../view/terminal/filter.ts';
import { parseFrame } from '../wire/parse.ts';
import { CANCELLED, CONTEXT, MOST_OPEN } from './session-parts.ts';

const REFERENCES = [CANCELLED, 'notifications/progress'];

type Id = NonNullable<ReturnType<typeof idOf>>;

interface Waiting {
  readonly from: Side;
  readonly method: string;
  readonly call: number | undefined;
  readonly seq: number;
  readonly id: Id;
  isOpen: boolean;
  /** Not read yet: only when its answer is wanted, or what refers to it. */
  late: Line | FrameEntry | undefined;
}

/** What is asked of a message here, whoever read its line. */
interface Said {
  readonly seq: number;
  readonly from: Side;
  readonly call: number | undefined;
  readonly numberId: number | undefined;
  /** As spelled. */
  readonly textId: string | undefined;
  /** Of an answer. */
  readonly answer: ScannedLine['answer'];
  /** What it can be read from later; undefined: it is read in any case. */
  readonly copy: (() => Line | FrameEntry) | undefined;
}

/**
 * Chooses what of a long recording has to be read in full: what the filter wants, what belongs to it, and
 * what the rest is understood by. The rest is passed over by its line.
 */
export class LongTarget implements ScanTarget {
  /** What was read since it was last taken. */
  #found: ReadItem[] = [];
  readonly #wanted: ((method: string) => boolean) | undefined;
  readonly #ranges: readonly SeqRange[] | undefined;
  readonly #onlyErrors: boolean;
  /** Notifications are wanted that say something of a request. */
  readonly #wantsReferences: boolean;
  readonly #last: number;
  readonly #open = new OpenRequests<Waiting>();
  #openCount = 0;
  /** Those that wait, oldest first, and some that wait no more; none before `oldest` does. */
  #order: Waiting[] = [];
  #oldest = 0;
  #lateCount = 0;
  #givenUp = 0;
  readonly #known = new Map<string, boolean>();
  #isDone = false;
  /** The last message of which the scan was told to have it read. */
  #asked: number | undefined;
  /** Of messages of other methods only their heads are looked at. */
  readonly job: Job;

  constructor(filter: Filter) {
    this.#wanted = methodTestOf(filter);
    this.job = this.#wanted ? { kind: 'heads' } : ALL_LINES;
    this.#ranges = filter.seq;
    this.#onlyErrors = filter.errors === true && this.#wanted === undefined;
    this.#wantsReferences = REFERENCES.some((method) => this.#wanted?.(method));
    this.#last = Math.max(...(filter.seq ?? [{ to: Infinity }]).map(({ to }) => to));
  }

  /** Requests that were given up before they were read. */
  get givenUp(): number {
    return this.#givenUp;
  }

  readonly isDone = (): boolean => this.#isDone;

  /** What was read, in order. */
  take(): ReadItem[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** Nothing more comes: what nobody answered is an error. */
  end(): void {
    if (this.#onlyErrors) this.#readLate();
  }

  readonly add = (item: ReadItem): void => {
    if (item.kind === 'entry' && item.entry.seq > this.#last) this.#isDone = true;
    else if (item.kind !== 'entry' || this.#takesEntry(item.entry)) this.#found.push(item);
  };

  /** true: passed over. */
  readonly line = (line: ScannedLine): boolean => {
    if (line.seq > this.#last) {
      this.#isDone = true;
      return true;
    }
    if (line.kind === 'stderr') return !this.#takesStderr(line.seq);
    const { method } = line;
    const hasId = line.numberId !== undefined || line.textId !== undefined;
    // A batch, as far as one can see.
    if (method === undefined && !hasId) return false;
    const isTaken = this.#takes(line, method, hasId);
    if (isTaken) this.#asked = line.seq;
    return !isTaken;
  };

  /** The full reader read it: the scan did not know the line, or it was taken. */
  #takesEntry(entry: Entry): boolean {
    if (entry.type === 'stderr') return this.#takesStderr(entry.seq);
    if (entry.type !== 'frame') return true;
    const wasAsked = this.#asked === entry.seq;
    this.#asked = undefined;
    if (wasAsked) return true;
    const { content } = parseFrame(entry);
    if (content.kind !== 'batch') return this.#takesMessage(entry, content, () => entry);
    for (const each of content.members) this.#takesMessage(entry, each, undefined);
    return true;
  }

  #takesMessage(entry: FrameEntry, message: Message | Stray, copy: Said['copy']): boolean {
    if (message.kind === 'stray') return true;
    const id = 'id' in message ? message.id : undefined;
    const { seq, from, call, bytes } = entry;
    const isAnswer = message.kind === 'result' || message.kind === 'failure';
    const answer = isAnswer && copy ? peekAnswer(bytes) : undefined;
    const textId = id && (id.kind === 'null' ? 'null' : id.text);
    const said = { seq, from, call, numberId: undefined, textId, answer, copy };
    return this.#takes(said, isAnswer ? undefined : message.method, id !== undefined);
  }

  #takesStderr(seq: number): boolean {
    return this.#wanted === undefined && this.#isSeen(seq);
  }

  #takes(said: Said, method: string | undefined, hasId: boolean): boolean {
    if (method === undefined) return this.#takesAnswer(said);
    return hasId ? this.#takesRequest(said, method) : this.#takesNotification(said.seq, method);
  }

  #takesRequest(said: Said, method: string): boolean {
    const isChosen = this.#isChosen(method);
    if (!isChosen && !this.#wantsReferences) return false;
    const id = idOf(said);
    const { from, call, seq } = said;
    const isRead = !said.copy || (isChosen && this.#isReadAnyhow(seq, method));
    // Nothing can answer it, so nothing decides later.
    if (id === undefined || isNull(id)) return isChosen;
    const late = isRead ? undefined : said.copy?.();
    this.#wait({ from, method, call, seq, id, isOpen: true, late });
    if (late) this.#lateCount += 1;
    return isRead;
  }

  #isReadAnyhow(seq: number, method: string): boolean {
    return CONTEXT.has(method) || this.#wanted !== undefined || this.#isSeen(seq);
  }

  /** Beyond the bound the oldest is given up: who answers it later answers nobody. */
  #wait(request: Waiting): void {
    this.#open.ask(request, request.id);
    this.#openCount += 1;
    this.#order.push(request);
    if (this.#openCount > MOST_OPEN) {
      while (this.#order[this.#oldest]?.isOpen === false) this.#oldest += 1;
      const oldest = this.#order[this.#oldest];
      if (oldest) this.#giveUp(oldest);
    }
    if (this.#order.length <= 2 * MOST_OPEN) return;
    this.#order = this.#order.filter(({ isOpen }) => isOpen);
    this.#oldest = 0;
  }

  #giveUp({ from, id }: Waiting): void {
    // With an id in use twice this may be another one; it goes instead.
    const request = this.#open.cancel(from, id);
    if (!request) return;
    request.isOpen = false;
    this.#openCount -= 1;
    if (request.late && this.#onlyErrors) this.#read(request);
    else if (request.late) {
      this.#lateCount -= 1;
      this.#givenUp += 1;
    }
  }

  #takesAnswer(said: Said): boolean {
    const open = this.#openCount > 0;
    const request = open ? this.#open.answer(said.from, idOf(said), said.call) : undefined;
    if (!request) return this.#wanted === undefined && (this.#onlyErrors || this.#isSeen(said.seq));
    this.#openCount -= 1;
    request.isOpen = false;
    if (request.late === undefined) return true;
    const isWanted = this.#onlyErrors ? said.answer !== 'result' : this.#isSeen(said.seq);
    if (isWanted && this.#wanted === undefined) this.#read(request);
    else this.#lateCount -= 1;
    return isWanted && this.#wanted === undefined;
  }

  #takesNotification(seq: number, method: string): boolean {
    const isWanted = this.#wanted ? this.#wanted(method) : this.#isSeen(seq);
    if (isWanted || method === CANCELLED) this.#readLate();
    if (isWanted || CONTEXT.has(method) || method === CANCELLED) return true;
    // Progress and the like may belong to any request that is open.
    return this.#wanted !== undefined && this.#openCount > 0;
  }

  #readLate(): void {
    if (this.#lateCount === 0) return;
    const waiting = this.#open.left().sort((one, other) => one.seq - other.seq);
    for (const request of waiting) this.#read(request);
  }

  #read(request: Waiting): void {
    const { late } = request;
    const entry = late && ('type' in late ? late : entryOf(late));
    if (!entry) return;
    request.late = undefined;
    this.#lateCount -= 1;
    this.#found.push({ kind: 'entry', entry, line: 0, offset: 0 });
  }

  #isChosen(method: string): boolean {
    if (!this.#wanted) return true;
    const known = this.#known.get(method);
    if (known !== undefined) return known;
    const isChosen = CONTEXT.has(method) || this.#wanted(method);
    this.#known.set(method, isChosen);
    return isChosen;
  }

  /** Would a message be shown for its place, whatever it is? */
  #isSeen(seq: number): boolean {
    if (this.#onlyErrors) return false;
    return this.#ranges?.some(({ from, to }) => seq >= from && seq <= to) ?? true;
  }
}

function idOf({ numberId, textId }: Said) {
  return numberId ?? (textId === undefined ? undefined : hintedId(textId));
}

function isNull(id: Id): boolean {
  return typeof id !== 'number' && id.kind === 'null';
}

function entryOf({ bytes }: Line): Entry | undefined {
  const decoded = decodeLine(bytes);
  return decoded.kind === 'entry' ? decoded.entry : undefined;
}
