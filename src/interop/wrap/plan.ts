import { type Config, parseConfig } from './config.ts';
import { type ConfigNode, type Member, memberOf } from './document.ts';
import { applyEdits, type Edit } from './edits.ts';
import { type Entry, entriesOf } from './entries.ts';
import type { Host } from './hosts.ts';
import { serverCommand, serverStart, serverUrl } from './marks.ts';
import { type Rewrite, unwrapEntry, wrapEntry } from './rewrite.ts';

/** What a change of one configuration would do. Nothing is written yet. */
export interface Plan {
  readonly before: Config;
  /** The same as `before` when nothing changes. */
  readonly after: Config;
  readonly changes: readonly Change[];
  readonly left: readonly Left[];
}

/** One server, before and after. */
export interface Change {
  readonly before: Entry;
  readonly after: Entry;
}

/** A server that was asked for and stays as it is. */
interface Left {
  readonly entry: Entry;
  /** A clause that follows the name of the server. */
  readonly why: string;
}

export interface WrapOptions {
  /** The servers to change. */
  readonly chosen: (entry: Entry) => boolean;
  /** Command and leading arguments that start sadap, as absolute paths. */
  readonly program: readonly string[];
  /** Address of the proxy that stands for an HTTP server. */
  readonly proxy: (entry: Entry) => string | undefined;
}

/** Puts `sadap tee`, or a proxy, between a host and its servers. */
export function planWrap(config: Config, host: Host, options: WrapOptions): Plan {
  const { program, proxy, chosen } = options;
  return plan(config, host, chosen, (entry) =>
    wrapEntry(entry, config, host, program, proxy(entry)),
  );
}

export interface UnwrapOptions {
  readonly chosen: (entry: Entry) => boolean;
  /** Older states of the file, newest first: they tell whether an entry had a list of arguments. */
  readonly backups: readonly Config[];
}

/** Takes sadap out again. */
export function planUnwrap(config: Config, host: Host, { chosen, backups }: UnwrapOptions): Plan {
  const older = backups.map((backup) => entriesOf(backup.root, host));
  return plan(config, host, chosen, (entry) => unwrapEntry(entry, config, hadArgs(entry, older)));
}

function hadArgs(entry: Entry, older: readonly (readonly Entry[])[]): boolean | undefined {
  const command = entry.launch?.argv[serverStart(entry.launch.argv) ?? -1];
  const original = older
    .flat()
    .find((each) => isSame(each, entry) && each.launch?.command.value === command);
  return original?.launch && original.launch.args !== undefined;
}

function isSame(a: Entry, b: Entry): boolean {
  return pathOf(a) === pathOf(b);
}

function pathOf({ where, name }: Entry): string {
  return JSON.stringify([...where, name]);
}

function plan(
  before: Config,
  host: Host,
  chosen: (entry: Entry) => boolean,
  rewrite: (entry: Entry) => Rewrite,
): Plan {
  const edits: Edit[] = [];
  const changed: Entry[] = [];
  const left: Left[] = [];
  for (const entry of entriesOf(before.root, host).filter(chosen)) {
    const result = rewrite(entry);
    if ('why' in result) left.push({ entry, why: result.why });
    else {
      edits.push(...result.edits);
      changed.push(entry);
    }
  }
  if (changed.length === 0) return { before, after: before, changes: [], left };
  const after = reparsed(applyEdits(before.text, edits), host);
  const entries = new Map(entriesOf(after.root, host).map((entry) => [pathOf(entry), entry]));
  const changes = changed.flatMap((entry) => {
    const now = entries.get(pathOf(entry));
    return now && serverOf(now) === serverOf(entry) ? [{ before: entry, after: now }] : [];
  });
  if (changes.length !== changed.length || !isAllElseEqual(before, after, changes))
    throw new Error(WRONG_EDIT);
  return { before, after, changes, left };
}

const WRONG_EDIT = 'the edit would change more than it should; the file was left alone';

/** An edit that makes a readable file unreadable is our fault, not one of the file. */
function reparsed(text: string, host: Host): Config {
  try {
    return parseConfig(text, host, 'the edited text');
  } catch (cause) {
    throw new Error(WRONG_EDIT, { cause });
  }
}

/** What is started or reached in the end. */
function serverOf({ launch, link }: Entry): string {
  return JSON.stringify(launch ? serverCommand(launch.argv) : serverUrl(link?.url.value ?? ''));
}

/** Does every value but command, arguments and URL of the changed servers mean what it meant? */
function isAllElseEqual(before: Config, after: Config, changes: readonly Change[]): boolean {
  const was = changes.flatMap((change) => ownMembers(change.before));
  const is = changes.flatMap((change) => ownMembers(change.after));
  return meaningOf(before, new Set(was)) === meaningOf(after, new Set(is));
}

function ownMembers({ node, launch, link }: Entry): Member[] {
  const owner = launch?.owner ?? node;
  const keys = launch ? [launch.key, 'args'] : [link?.key ?? ''];
  return keys.flatMap((key) => memberOf(owner, key) ?? []);
}

function meaningOf({ root }: Config, without: ReadonlySet<Member>): string {
  const outline = (node: ConfigNode): unknown => {
    if (node.kind === 'string') return { text: node.value };
    if (node.kind === 'other') return node.text;
    if (node.kind === 'array') return node.items.map(outline);
    const members = node.members.filter((member) => !without.has(member));
    return { members: members.map(({ key, value }) => [key, outline(value)]) };
  };
  return JSON.stringify(outline(root));
}
