import { SadapError } from '../../errors.ts';
import { backupsOf } from './backups.ts';
import { type Config, parseConfig } from './config.ts';
import { type ConfigFile, readConfigFile } from './config-file.ts';
import { memberOf } from './document.ts';
import { type Entry, entriesOf } from './entries.ts';
import { foreignKeys, HOSTS, type Host } from './hosts.ts';
import { configsOf, type Location, type Machine, placesOf } from './locations.ts';

/** A configuration of a host, read and parsed. */
export interface HostConfig {
  readonly host: Host;
  readonly location: Location;
  readonly file: ConfigFile;
  readonly config: Config;
  readonly entries: readonly Entry[];
  /** What the user should know about this file: a sentence without its name. */
  readonly warnings: readonly string[];
}

/** Which configurations of a host are meant. */
export interface Choice {
  /** A file to take in place of the usual ones. */
  readonly file?: string;
  readonly scope?: 'user' | 'project';
}

/**
 * The configurations of a host on this machine.
 *
 * @throws SadapError `config-missing` when there is none, `config-invalid` when one does not parse
 */
export function hostConfigs(host: Host, choice: Choice, machine: Machine): HostConfig[] {
  const { file, scope } = choice;
  const usual = configsOf(host, machine).filter((each) => !scope || each.scope === scope);
  const locations: Location[] = file === undefined ? usual : [{ path: file, scope: 'file' }];
  if (locations.length > 0) return locations.map((location) => readOne(host, location));
  throw new SadapError('config-missing', `no configuration of ${host.title} was found`, {
    hint: `looked at ${placesOf(host, machine).join(', ')}; name another with --config FILE`,
  });
}

function readOne(host: Host, location: Location): HostConfig {
  const file = readConfigFile(location.path);
  const config = parseConfig(file.text, host, location.path);
  const entries = entriesOf(config.root, host);
  return { host, location, file, config, entries, warnings: warningsOf(config, host) };
}

/** Servers under a key of another host look right and are never started. */
function warningsOf({ root }: Config, host: Host): string[] {
  return foreignKeys(host).flatMap((key) => {
    const value = memberOf(root, key)?.value;
    const isServers =
      value?.kind === 'table' &&
      value.members.some(
        ({ value: server }) =>
          server.kind === 'table' &&
          ['command', ...host.urls].some((each) => memberOf(server, each)),
      );
    const own = host.servers[0]?.at(-1) ?? '';
    return isServers ? [`${host.title} reads "${own}" and ignores the servers under "${key}"`] : [];
  });
}

/** What `--list` shows of one file: its servers, or why they cannot be read. */
export type Listed =
  | { readonly host: Host; readonly location: Location; readonly found: HostConfig }
  | { readonly host: Host; readonly location: Location; readonly problem: string };

/** All configurations of all hosts on this machine. */
export function listConfigs(machine: Machine): Listed[] {
  return HOSTS.flatMap((host) =>
    configsOf(host, machine).map((location): Listed => {
      try {
        return { host, location, found: readOne(host, location) };
      } catch (error) {
        if (!(error instanceof SadapError)) throw error;
        return { host, location, problem: error.message };
      }
    }),
  );
}

/** Older states of a configuration, newest first; copies that do not parse are passed over. */
export function olderConfigs({ host, file }: HostConfig): Config[] {
  return backupsOf(file.path).flatMap((path) => {
    try {
      return [parseConfig(readConfigFile(path).text, host, path)];
    } catch (error) {
      if (error instanceof SadapError) return [];
      throw error;
    }
  });
}
