import type { Side } from '../../model/frame.ts';
import type { Message } from '../../model/message.ts';
import type { Entry, FrameEntry } from '../../model/recording.ts';
import { formatTime } from '../../recording/time.ts';
import { parseFrame } from '../../wire/parse.ts';
import {
  type ExportAbout,
  type Exporter,
  type ExportFormat,
  Leftovers,
  type Piece,
} from './exporter.ts';

const COLUMNS = ['seq', 'at', 'type', 'from', 'method', 'id', 'call', 'bytes', 'text'];
/** What goes into a cell of a spreadsheet, in characters. */
const LONGEST = 2000;

/** A table for spreadsheets and databases: one line an entry. */
export const csv: ExportFormat = {
  id: 'csv',
  title: 'table (RFC 4180), one line an entry',
  keeps: `time, side, kind, method, id, HTTP exchange and size of every entry; the first ${LONGEST} characters of what it says`,
  loses: 'the rest of long messages, the header, what is no text',
  exporter: (about) => new CsvExporter(about),
};

class CsvExporter implements Exporter {
  readonly left = new Leftovers().counts;
  readonly #about: ExportAbout;

  constructor(about: ExportAbout) {
    this.#about = about;
  }

  header(): Piece[] {
    return [line(COLUMNS)];
  }

  entry(entry: Entry): Piece[] {
    const { seq, at } = entry;
    const size = this.#about.originalSize(seq);
    const cells = entry.type === 'frame' ? frameCells(entry, size) : otherCells(entry, size);
    return [line([seq, formatTime(at), ...cells])];
  }

  end(): Piece[] {
    return [];
  }
}

type Cell = string | number | undefined;

/** `size` is that of the entry before values were taken out, where any were. */
function frameCells(entry: FrameEntry, size: number | undefined): Cell[] {
  const { content } = parseFrame(entry);
  const { from, call, bytes } = entry;
  const isMessage = content.kind !== 'stray' && content.kind !== 'batch';
  const [method, id] = isMessage ? [methodOf(content), idOf(content)] : [];
  return [content.kind, from, method, id, call, size ?? bytes.length, textOf(bytes)];
}

function methodOf(message: Message): string | undefined {
  return 'method' in message ? message.method : undefined;
}

function idOf(message: Message): string | undefined {
  if (!('id' in message) || !message.id) return undefined;
  return message.id.kind === 'null' ? 'null' : message.id.text;
}

function otherCells(entry: Exclude<Entry, FrameEntry>, original: number | undefined): Cell[] {
  const call = 'call' in entry ? entry.call : undefined;
  const cells = (text: string, from?: Side, size?: number): Cell[] => [
    entry.type,
    from,
    undefined,
    undefined,
    call,
    size,
    text,
  ];
  switch (entry.type) {
    case 'stderr':
      return cells(textOf(entry.bytes), 'server', original ?? entry.bytes.length);
    case 'http':
      return cells(entry.start, entry.from);
    case 'event':
      return cells(entry.event);
    case 'note':
      return cells(entry.text.slice(0, LONGEST));
    case 'end':
      return cells([`closed by ${entry.closedBy}`, entry.reason].filter(Boolean).join(', '));
    case 'redacted':
      return cells(`${entry.rule} ${entry.count}`);
    case 'other':
      return cells(entry.name);
  }
}

function textOf(bytes: Buffer): string {
  return bytes.toString('utf8', 0, 4 * LONGEST).slice(0, LONGEST);
}

function line(cells: readonly Cell[]): string {
  return `${Array.from(cells, cellOf).join(',')}\r\n`;
}

/** Spreadsheets take what starts with these for a formula, which a server could have written. */
const FORMULA = /^[=+\-@\t\r]/;

function cellOf(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
