import { rmSync } from 'node:fs';
import { SadapError } from '../../errors.ts';
import { backUp, backupsOf, dropEqualBackups } from './backups.ts';
import { readConfigFile, replaceConfigFile } from './config-file.ts';
import type { Entry } from './entries.ts';
import { type HostConfig, olderConfigs } from './host-configs.ts';
import { type Plan, planUnwrap, planWrap } from './plan.ts';
import { assignProxies, type Proxies } from './proxies.ts';

/** A configuration and what would become of it. */
export interface FilePlan {
  readonly source: HostConfig;
  readonly plan: Plan;
}

export interface WrapRequest {
  /** Names of servers; none means all. */
  readonly names: readonly string[];
  /** Command and leading arguments that start sadap, as absolute paths. */
  readonly program: readonly string[];
  readonly proxies: Proxies;
}

/** Plans the wrapping of a host's configurations. Throws a usage error for names that none has. */
export function planWraps(configs: readonly HostConfig[], request: WrapRequest): FilePlan[] {
  const { names, program, proxies } = request;
  const chosen = chooser(configs, names);
  checkNames(configs, [...proxies.byName.keys()]);
  const proxy = assignProxies(proxies, entriesOfAll(configs).filter(chosen));
  return configs.map((source) => ({
    source,
    plan: planWrap(source.config, source.host, { chosen, program, proxy }),
  }));
}

/** Plans to take sadap out again. Throws a usage error for names that no configuration has. */
export function planUnwraps(configs: readonly HostConfig[], names: readonly string[]): FilePlan[] {
  const named = chooser(configs, names);
  // Without names, servers that were never wrapped are not worth a word.
  const chosen = (entry: Entry) => named(entry) && (names.length > 0 || entry.state === 'wrapped');
  return configs.map((source) => ({
    source,
    plan: planUnwrap(source.config, source.host, { chosen, backups: olderConfigs(source) }),
  }));
}

function chooser(configs: readonly HostConfig[], names: readonly string[]) {
  checkNames(configs, names);
  return (entry: Entry) => names.length === 0 || names.includes(entry.name);
}

function checkNames(configs: readonly HostConfig[], names: readonly string[]): void {
  const known = new Set(entriesOfAll(configs).map(({ name }) => name));
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return;
  const title = configs[0]?.host.title ?? 'the host';
  throw new SadapError('usage', `${title} has no server "${unknown}"`, {
    hint: known.size > 0 ? `it has ${[...known].join(', ')}` : 'it has no servers at all',
  });
}

function entriesOfAll(configs: readonly HostConfig[]): Entry[] {
  return configs.flatMap(({ entries }) => entries);
}

/** What was done to a file. */
export interface Applied {
  readonly path: string;
  /** The copy that was made, or is there from an earlier time. */
  readonly backup?: string;
  /** Copies that were removed, because the file is again what they hold. */
  readonly dropped: readonly string[];
}

/**
 * Writes a plan. The first change of a file leaves a copy of it as it was; copies go when the file is
 * again what they hold. Throws `config-changed` or `not-writable`; the file is then as it was.
 */
export function applyPlan({ source, plan }: FilePlan, now: Date): Applied {
  const { file, entries } = source;
  const older = backupsOf(file.path);
  const isFirst = older.length === 0 || !entries.some(({ state }) => state === 'wrapped');
  const backup = isFirst ? backUp(file, now) : older[0];
  try {
    replaceConfigFile(file, plan.after.text);
  } catch (error) {
    if (isFirst && backup !== undefined) rmSync(backup, { force: true });
    throw error;
  }
  const dropped = dropEqualBackups(readConfigFile(file.path));
  const isKept = backup !== undefined && !dropped.includes(backup);
  return { path: file.path, dropped, ...(isKept && { backup }) };
}
