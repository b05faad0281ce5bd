import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import type { Host, Place } from './hosts.ts';

/** What the places of configurations depend on. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** The folder whose project configurations count. */
  readonly project: string;
  readonly env: { readonly [name: string]: string | undefined };
  readonly isFile: (path: string) => boolean;
  /** Names in a folder; none when it cannot be read. */
  readonly namesIn: (folder: string) => readonly string[];
}

/** The machine that this process runs on, and the folder that it runs in. */
export function thisMachine(): Machine {
  return {
    platform: process.platform,
    home: homedir(),
    project: process.cwd(),
    env: process.env,
    isFile,
    namesIn,
  };
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A host that is not installed has no folder; one that is closed to us cannot be edited.
    return [];
  }
}

/** A configuration file of a host. */
export interface Location {
  readonly path: string;
  readonly scope: 'user' | 'project' | 'file';
}

/** The configuration files that exist, each once, in the order of the host's table. */
export function configsOf(host: Host, machine: Machine): Location[] {
  return host.places
    .flatMap((place) => {
      const root = rootOf(place, machine);
      const paths = root ? expand(root, place.path.split('/'), machine) : [];
      return paths.map((path) => ({ path, scope: place.scope }));
    })
    .filter(({ path }) => machine.isFile(path))
    .filter(({ path }, index, all) => all.findIndex((each) => each.path === path) === index);
}

/** Every path where the host would look, existing or not; `*` stands for any name. */
export function placesOf(host: Host, machine: Machine): string[] {
  return host.places.flatMap((place) => {
    const root = rootOf(place, machine);
    return root ? [pathOf(machine).join(root, ...place.path.split('/'))] : [];
  });
}

function pathOf({ platform }: Machine) {
  return platform === 'win32' ? win32 : posix;
}

/** Undefined when this machine has no such place. */
function rootOf(place: Place, machine: Machine): string | undefined {
  const { root, variable = '', platforms } = place;
  const { platform, home, env, project } = machine;
  if (platforms && !platforms.includes(platform)) return undefined;
  switch (root) {
    case 'home':
      return home;
    case 'project':
      return project;
    case 'variable':
      return env[variable];
    case 'localAppData':
      return env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local');
    case 'config':
      return platform === 'darwin' ? posix.join(home, '.config') : configFolder(machine);
    case 'appData':
      if (platform === 'win32') return env['APPDATA'] || win32.join(home, 'AppData', 'Roaming');
      if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support');
      return configFolder(machine);
  }
}

/** XDG Base Directory: `XDG_CONFIG_HOME` unless it is relative. */
function configFolder({ env, home }: Machine): string {
  const folder = env['XDG_CONFIG_HOME'];
  return folder && posix.isAbsolute(folder) ? folder : posix.join(home, '.config');
}

/** The paths that the parts of a pattern stand for below a folder, sorted. */
function expand(folder: string, parts: readonly string[], machine: Machine): string[] {
  const [part, ...rest] = parts;
  if (part === undefined) return [folder];
  const [before = '', after] = part.split('*');
  const matching = () =>
    machine
      .namesIn(folder)
      .filter((name) => name.startsWith(before) && name.endsWith(after ?? ''))
      .toSorted();
  const names = after === undefined ? [part] : matching();
  return names.flatMap((name) => expand(pathOf(machine).join(folder, name), rest, machine));
}
