import type { JsonNode } from '../../model/json.ts';
import { parseJson } from '../../wire/json.ts';
import { LineSplitter } from '../../wire/lines.ts';
import { DocumentSplitter } from './document.ts';
import type { DocumentPart } from './format.ts';

/** Lines that are looked at. */
const MOST_LINES = 500;
/** What is looked at of each, in characters. */
const LONGEST = 4000;

/** The start of a log, seen as lines, as JSON a line, and as one JSON document. */
export class Sample {
  readonly #bytes: Buffer;
  /** Blank ones left out, long ones cut. */
  readonly lines: readonly string[];
  #rows: readonly JsonNode[] | undefined;

  /** `isAll`: there is no more of the log than this. */
  constructor(bytes: Buffer, isAll: boolean) {
    this.#bytes = bytes;
    this.lines = linesOf(bytes, isAll);
  }

  /** The lines that are JSON objects. */
  get rows(): readonly JsonNode[] {
    this.#rows ??= rowsOf(this.#bytes);
    return this.#rows;
  }

  /** How many lines fit. */
  count(fits: (line: string) => boolean): number {
    return this.lines.filter(fits).length;
  }

  /** How many rows fit. */
  countRows(fits: (row: JsonNode) => boolean): number {
    return this.rows.filter(fits).length;
  }

  /** The first values of a JSON document under a path. */
  values(path: DocumentPart['path']): readonly JsonNode[] {
    const splitter = new DocumentSplitter([{ name: 'value', path }]);
    return splitter
      .push(this.#bytes)
      .slice(0, 20)
      .flatMap(({ bytes }) => {
        const parsed = parseJson(bytes);
        return parsed.ok ? [parsed.node] : [];
      });
  }

  /** The first character that is no white space. */
  get first(): string {
    return this.lines[0]?.trimStart()[0] ?? '';
  }
}

function linesOf(bytes: Buffer, isAll: boolean): string[] {
  return rawLines(bytes, isAll)
    .slice(0, MOST_LINES)
    .map((line) => line.toString('utf8', 0, LONGEST * 4).slice(0, LONGEST));
}

/** The last line may be cut, which does not matter for what it starts with. */
function rawLines(bytes: Buffer, isAll: boolean): Buffer[] {
  const splitter = new LineSplitter();
  const lines = splitter.push(bytes);
  const last = splitter.end();
  if (last && (isAll || lines.length === 0)) lines.push(last);
  return lines
    .map((line) => line.bytes)
    .filter((line) => !/^\s*$/.test(line.toString('latin1', 0, 200)));
}

function rowsOf(bytes: Buffer): JsonNode[] {
  return rawLines(bytes, true)
    .slice(0, MOST_LINES)
    .flatMap((line) => {
      if (line.find((byte) => byte > 0x20) !== 0x7b) return [];
      const parsed = parseJson(line);
      return parsed.ok && parsed.node.kind === 'object' ? [parsed.node] : [];
    });
}
