import {
  type ArrayNode,
  memberOf,
  membersOf,
  type StringNode,
  type TableNode,
  tableAt,
} from './document.ts';
import type { Host } from './hosts.ts';
import { isPointed, serverStart } from './marks.ts';

/** One server of a configuration. */
export interface Entry {
  readonly name: string;
  /** Keys of the table that it stands in: `['projects', '/src', 'mcpServers']`. */
  readonly where: readonly string[];
  readonly node: TableNode;
  /** `none`: neither a command nor a URL; an extension of the host starts it. */
  readonly transport: 'stdio' | 'http' | 'none';
  /** `odd`: something stands where this program expects a command, a list or a URL. */
  readonly state: 'direct' | 'wrapped' | 'odd';
  readonly launch?: Launch;
  readonly link?: Link;
}

/** How a stdio server is started. */
export interface Launch {
  /** The table with command and arguments: the entry, or Zed's older `command` object. */
  readonly owner: TableNode;
  /** Key of the command in it: `command` or `path`. */
  readonly key: string;
  readonly command: StringNode;
  readonly args: ArrayNode | undefined;
  /** Command and arguments; what is no string counts as an empty one. */
  readonly argv: readonly string[];
}

/** Where an HTTP server is. */
export interface Link {
  readonly key: string;
  readonly url: StringNode;
}

/** The servers of a configuration, in the order of the file. */
export function entriesOf(root: TableNode, host: Host): Entry[] {
  return host.servers
    .flatMap((path) => containersAt(root, path, []))
    .flatMap(({ where, table }) =>
      membersOf(table).map(({ key, value }) => entryOf(key, where, value, host)),
    );
}

interface Container {
  readonly where: readonly string[];
  readonly table: TableNode;
}

function containersAt(
  table: TableNode,
  [key, ...rest]: readonly string[],
  where: readonly string[],
): Container[] {
  if (key === undefined) return [{ where, table }];
  return membersOf(table)
    .filter((member) => key === '*' || member.key === key)
    .flatMap((member) =>
      member.value.kind === 'table' ? containersAt(member.value, rest, [...where, member.key]) : [],
    );
}

function entryOf(name: string, where: readonly string[], value: unknown, host: Host): Entry {
  const node = isTable(value) ? value : { kind: 'table' as const, members: [] };
  const entry = { name, where, node };
  if (memberOf(node, 'command')) {
    const launch = launchOf(node);
    if (!launch) return { ...entry, transport: 'stdio', state: 'odd' };
    const state = serverStart(launch.argv) === undefined ? 'direct' : 'wrapped';
    return { ...entry, transport: 'stdio', state, launch };
  }
  const link = linkOf(node, host);
  if (!link) return { ...entry, transport: 'none', state: 'odd' };
  return {
    ...entry,
    transport: 'http',
    state: isPointed(link.url.value) ? 'wrapped' : 'direct',
    link,
  };
}

function isTable(value: unknown): value is TableNode {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'table';
}

function launchOf(node: TableNode): Launch | undefined {
  const inner = tableAt(node, ['command']);
  const owner = inner ?? node;
  const key = inner ? 'path' : 'command';
  const command = memberOf(owner, key)?.value;
  const args = memberOf(owner, 'args')?.value;
  if (command?.kind !== 'string' || (args && args.kind !== 'array')) return undefined;
  if (args?.items.some((item) => item.kind === 'table')) return undefined;
  const items = (args?.items ?? []).map((item) => (item.kind === 'string' ? item.value : ''));
  return { owner, key, command, args, argv: [command.value, ...items] };
}

function linkOf(node: TableNode, { urls }: Host): Link | undefined {
  for (const key of urls) {
    const url = memberOf(node, key)?.value;
    if (url?.kind === 'string') return { key, url };
  }
  return undefined;
}
