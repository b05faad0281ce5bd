import { BracketCounter } from './brackets.ts';
import type { StreamLine } from './lines.ts';
import { answerId, parsed } from './plain-json.ts';

/** One message written over several lines. */
export interface MultiLine {
  readonly lines: readonly StreamLine[];
  /** The id that it answers, when it is an answer (see `plainId`). */
  readonly answers: string | undefined;
}

/**
 * Finds messages that were written over several lines (pretty-printed): runs of lines without a
 * message that are one JSON object or array together. Returns what each line is a part of. Linear:
 * brackets are counted twice at most, and each run is parsed once.
 */
export function multiLineMessages(
  lines: readonly StreamLine[],
): ReadonlyMap<StreamLine, MultiLine> {
  const found = new Map<StreamLine, MultiLine>();
  for (const run of bracketRuns(lines)) {
    const value = parsed(Buffer.concat(run.map((each) => each.frame.bytes)));
    if (value === undefined) continue;
    const message = { lines: run, answers: answerId(value) };
    for (const each of run) found.set(each, message);
  }
  return found;
}

/** Neighbouring strays, from one that leaves a bracket open to the one that closes it. */
function* bracketRuns(lines: readonly StreamLine[]): Generator<readonly StreamLine[]> {
  let run: StreamLine[] = [];
  let brackets = new BracketCounter();
  for (const line of lines) {
    const isPart = line.content.kind === 'stray' && (run.length > 0 || opens(line));
    if (isPart) run.push(line);
    if (isPart && brackets.add(line.frame.bytes) > 0) continue;
    if (run.length > 1 && brackets.open === 0) yield run;
    run = [];
    brackets = new BracketCounter();
  }
}

/** A first line ends inside the value that it starts. */
function opens(line: StreamLine): boolean {
  const { bytes } = line.frame;
  const first = bytes.find((byte) => byte !== 0x20 && byte !== 0x09);
  return (first === 0x7b || first === 0x5b) && new BracketCounter().add(bytes) > 0;
}
