import { spawn } from 'node:child_process';

/** What opens an address in the user's browser, by platform. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // The first argument in quotes is the title of a window.
  win32: ['cmd', '/d', '/c', 'start', '""'],
  linux: ['xdg-open'],
};

/** What is spawned to open an address; undefined where nothing is known to. */
export function openerOf(platform: NodeJS.Platform, url: string) {
  const [file = '', ...args] = OPENERS[platform] ?? [];
  if (file === '') return undefined;
  // cmd.exe reads a line of its own: Node would put a slash before the quotes of the title. To `start`
  // an & is the end of a command; our addresses have none.
  return { file, args: [...args, url], windowsVerbatimArguments: platform === 'win32' };
}

/** Opens an address in the user's browser, if there is one. Returns at once, and never fails. */
export function openBrowser(url: string, platform: NodeJS.Platform = process.platform): void {
  const opener = openerOf(platform, url);
  if (!opener) return;
  const { file, args, windowsVerbatimArguments } = opener;
  const child = spawn(file, args, {
    stdio: 'ignore',
    detached: true,
    windowsHide: true,
    windowsVerbatimArguments,
  });
  child.on('error', () => {
    // The address was printed; whoever has no browser opens it elsewhere.
  });
  child.unref();
}
