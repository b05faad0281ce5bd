import { homedir, userInfo } from 'node:os';

/** How a kind of host starts its servers, as far as it differs from a terminal. */
export interface HostEnvironment {
  readonly id: string;
  /** What the user reads: `Claude Desktop on macOS`. */
  readonly title: string;
  /** Variables that the server gets, apart from those of the configuration. */
  readonly variables: Readonly<Record<string, string>>;
  /** Working folder of the server. */
  readonly folder: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The environments that `doctor` tries. A program that is opened from the Finder or Dock has no shell
 * before it: launchd gives it four folders as PATH, and / as its folder. Claude Desktop adds the two
 * folders of Homebrew, and passes on what the TypeScript SDK's stdio client passes on: HOME, LOGNAME,
 * PATH, SHELL, TERM, USER. VS Code reads the variables of the user's shell first and passes all on.
 */
export function hostEnvironments(variables: Variables = process.env): readonly HostEnvironment[] {
  const home = variables['HOME'] ?? homedir();
  const own = Object.entries(variables).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return [
    {
      id: 'claude-desktop',
      title: 'Claude Desktop on macOS',
      variables: { ...sdkDefaults(variables, home), PATH: FINDER_PATH },
      folder: '/',
    },
    { id: 'vscode', title: 'VS Code', variables: Object.fromEntries(own), folder: home },
  ];
}

const FINDER_PATH = '/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';

function sdkDefaults(variables: Variables, home: string): Record<string, string> {
  const name = variables['USER'] ?? userName();
  return {
    HOME: home,
    LOGNAME: variables['LOGNAME'] ?? name,
    SHELL: variables['SHELL'] ?? '/bin/sh',
    TERM: variables['TERM'] ?? 'dumb',
    USER: name,
  };
}

/** In a container the number of a user may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'user';
  }
}
