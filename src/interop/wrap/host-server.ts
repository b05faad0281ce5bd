import { SadapError } from '../../errors.ts';
import { memberOf, membersOf, type TableNode, tableAt } from './document.ts';
import type { Entry } from './entries.ts';
import { type Choice, hostConfigs } from './host-configs.ts';
import { hostOf } from './hosts.ts';
import { type Machine, thisMachine } from './locations.ts';
import { serverCommand } from './marks.ts';

/** How a host's configuration says that a server is to be started. */
export interface HostServer {
  readonly command: readonly string[];
  /** Values may be secrets: they are given to the server and shown nowhere. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  /** The configuration. */
  readonly path: string;
}

/**
 * A stdio server of a host's configuration, without sadap before it where it is wrapped. Variables
 * such as `${input:token}` stay as they are written.
 *
 * @throws SadapError `usage` for an unknown host, a server that is not there or has no command;
 *   `config-missing`, `config-invalid`
 */
export function hostServer(
  hostId: string,
  name: string,
  choice: Choice,
  machine: Machine = thisMachine(),
): HostServer {
  const host = hostOf(hostId);
  const configs = hostConfigs(host, choice, machine);
  const all = configs.flatMap(({ entries, location }) =>
    entries.map((entry) => ({ entry, path: location.path })),
  );
  const found = all.find(({ entry }) => entry.name === name);
  if (!found)
    throw new SadapError('usage', `${host.title} has no server ${name}`, {
      hint: `it has ${all.map(({ entry }) => entry.name).join(', ') || 'none'}`,
    });
  return serverOf(found.entry, found.path);
}

function serverOf({ name, launch, transport, node }: Entry, path: string): HostServer {
  if (!launch)
    throw new SadapError('usage', `the server ${name} in ${path} has no command`, {
      ...(transport === 'http' && {
        hint: 'it is reached by URL; record it with sadap proxy, then: sadap check',
      }),
    });
  const cwd = memberOf(node, 'cwd')?.value;
  return {
    command: serverCommand(launch.argv),
    env: textsOf(tableAt(launch.owner, ['env']) ?? tableAt(node, ['env'])),
    cwd: cwd?.kind === 'string' ? cwd.value : undefined,
    path,
  };
}

function textsOf(table: TableNode | undefined): Record<string, string> {
  const members = table ? membersOf(table) : [];
  return Object.fromEntries(
    members.flatMap(({ key, value }) => (value.kind === 'string' ? [[key, value.value]] : [])),
  );
}
