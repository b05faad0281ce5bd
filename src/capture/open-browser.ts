import { spawn } from 'node:child_process';

/** What opens an address in the user's browser, by platform. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
  linux: ['xdg-open'],
};

/** Opens an address in the user's browser, if there is one. Returns at once, and never fails. */
export function openBrowser(url: string, platform: NodeJS.Platform = process.platform): void {
  const [command = '', ...args] = OPENERS[platform] ?? [];
  if (command === '') return;
  // `start` would read & as the end of a command; our addresses have none.
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {
    // The address was printed; whoever has no browser opens it elsewhere.
  });
  child.unref();
}
