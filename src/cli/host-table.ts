import type { Entry } from '../interop/wrap/entries.ts';
import type { Listed } from '../interop/wrap/host-configs.ts';
import { serverCommand, serverUrl } from '../interop/wrap/marks.ts';
import { maskAddress } from '../interop/wrap/mask-address.ts';
import { maskCommand } from '../recording/mask-command.ts';
import { type ColourLevel, paletteOf } from '../view/terminal/colour.ts';
import { escapeText } from '../view/terminal/escape.ts';
import { cut, pad, widthOf } from '../view/terminal/width.ts';

/** One JSON object a file: the host, where the file is, its servers or why they cannot be read. */
export function* hostRecords(listed: readonly Listed[]): Generator<string> {
  for (const each of listed) {
    const { host, location } = each;
    const file = { host: host.id, scope: location.scope, file: location.path };
    if ('problem' in each) yield JSON.stringify({ ...file, problem: each.problem });
    else {
      const { entries, warnings } = each.found;
      yield JSON.stringify({ ...file, servers: entries.map(recordOf), warnings });
    }
  }
}

function recordOf(entry: Entry) {
  const { name, where, transport, state } = entry;
  return { name, where, transport, state, runs: runs(entry) };
}

interface Row {
  readonly cells: readonly string[];
  readonly isWrapped: boolean;
}

/** A table of servers under a line for each file. */
export function* hostLines(
  listed: readonly Listed[],
  { width, colour }: { readonly width: number; readonly colour: ColourLevel },
): Generator<string> {
  const palette = paletteOf(colour);
  const tables = listed.map((each) => ('problem' in each ? [] : each.found.entries.map(rowOf)));
  const widths = [0, 1, 2].map((column) =>
    Math.max(...tables.flat().map(({ cells }) => Math.min(40, widthOf(cells[column] ?? ''))), 0),
  );
  for (const [index, each] of listed.entries()) {
    if (index > 0) yield '';
    yield cut(escapeText(`${each.host.id}  ${each.location.path}`), width);
    if ('problem' in each) yield palette.bad(cut(`  ${escapeText(each.problem)}`, width));
    else if (each.found.entries.length === 0) yield palette.dim('  no servers');
    for (const { cells, isWrapped } of tables[index] ?? []) {
      const padded = cells.map((cell, column) => pad(cut(cell, 40), widths[column] ?? 0));
      const line = cut(`  ${[...padded.slice(0, 3), cells[3] ?? ''].join('  ')}`, width).trimEnd();
      yield isWrapped ? line : palette.dim(line);
    }
    if ('found' in each)
      for (const warning of each.found.warnings)
        yield palette.bad(cut(`  ${escapeText(warning)}`, width));
  }
}

function rowOf(entry: Entry): Row {
  const { name, where, transport, state } = entry;
  const project = where.length > 1 ? ` (${where.slice(1, -1).join(' ')})` : '';
  const cells = [
    name + project,
    transport === 'none' ? '–' : transport,
    STATES[state],
    runs(entry),
  ];
  return { cells: cells.map((cell) => escapeText(cell)), isWrapped: state === 'wrapped' };
}

const STATES: Readonly<Record<Entry['state'], string>> = {
  direct: 'not wrapped',
  wrapped: 'wrapped',
  odd: 'cannot be wrapped',
};

/** What is started or reached in the end, without secrets. */
function runs({ launch, link }: Entry): string {
  if (launch) return maskCommand(serverCommand(launch.argv)).join(' ');
  return link ? maskAddress(serverUrl(link.url.value)) : '';
}
