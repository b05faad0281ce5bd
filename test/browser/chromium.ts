import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian, and CHROMIUM, have the browser. */
const PLACES = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'];

const place = PLACES.find((path) => path !== undefined && existsSync(path));

/** Why the tests of a page are skipped: there is no Chromium. */
export const skipsWithout = place === undefined;
if (skipsWithout)
  console.log('no Chromium here (package chromium, or CHROMIUM=path): its tests are skipped');

/** A browser that talks to nobody but the page. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: place ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}
