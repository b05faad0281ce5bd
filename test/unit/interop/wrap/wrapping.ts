import { parseConfig } from '../../../../src/interop/wrap/config.ts';
import { type Entry, entriesOf } from '../../../../src/interop/wrap/entries.ts';
import { hostOf } from '../../../../src/interop/wrap/hosts.ts';
import { planUnwrap, planWrap } from '../../../../src/interop/wrap/plan.ts';

/** How sadap is started in these tests. */
export const program = ['/opt/node', '/opt/sadap/bin/sadap.js'];

export interface Options {
  readonly names?: readonly string[];
  readonly proxy?: string;
  /** Older states of the file. */
  readonly backups?: readonly string[];
}

/** The text of a host's configuration with all or some servers wrapped. */
export function wrapped(id: string, text: string, options: Options = {}): string {
  return wrapPlan(id, text, options).after.text;
}

export function wrapPlan(id: string, text: string, { names, proxy }: Options = {}) {
  const host = hostOf(id);
  return planWrap(parseConfig(text, host, 'config'), host, {
    chosen: (entry) => !names || names.includes(entry.name),
    program,
    proxy: () => proxy,
  });
}

export function unwrapped(id: string, text: string, options: Options = {}): string {
  const { names, backups = [] } = options;
  const host = hostOf(id);
  return planUnwrap(parseConfig(text, host, 'config'), host, {
    chosen: (entry) => !names || names.includes(entry.name),
    backups: backups.map((each) => parseConfig(each, host, 'backup')),
  }).after.text;
}

/** Name, transport, state, and what runs in the end, of every server. */
export function servers(id: string, text: string): string[] {
  const host = hostOf(id);
  return entriesOf(parseConfig(text, host, 'config').root, host).map(describeEntry);
}

function describeEntry({ name, transport, state, launch, link }: Entry): string {
  const runs = launch?.argv.join(' ') ?? link?.url.value ?? '';
  return `${name} ${transport} ${state} ${runs}`.trim();
}
