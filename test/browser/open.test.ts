import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { skipsWithout, startBrowser } from './chromium.ts';
import { brokenRecording, hostileRecording, longRecording } from './recordings.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'sadap-browser-'));
const sample = join(root, 'recordings', 'everything.ndjson');
const other = join(root, 'recordings', 'asrama-python.ndjson');

let browser: Browser;
const running: ChildProcess[] = [];
let complaints: string[] = [];

/** Starts `sadap open` and gives the address that it prints. */
async function opened(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [
    join(root, 'bin', 'sadap.js'),
    'open',
    '--no-browser',
    ...args,
  ]);
  running.push(child);
  let out = '';
  for await (const chunk of child.stdout) {
    out += String(chunk);
    if (out.includes('\n')) return out.split('\n')[0] ?? '';
  }
  throw new Error(`sadap open printed no address: ${out}`);
}

/** A page that notes every error, and every request that leaves this machine's own server. */
async function visit(
  url: string,
  size = { width: 1280, height: 800 },
  scheme?: 'dark',
): Promise<Page> {
  const context = await browser.newContext({ viewport: size, colorScheme: scheme ?? 'light' });
  const page = await context.newPage();
  page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (request.url() !== url && !request.url().startsWith(new URL(url).origin))
      complaints.push(`asked ${request.url()}`);
  });
  await page.goto(url);
  await page.waitForSelector('.row .seq');
  return page;
}

async function violations(page: Page): Promise<string[]> {
  // Not by a script element: the page's policy forbids that.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // axe defines this; the page does not.
    const { violations } = await (
      globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      }
    ).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  });
}

/** One browser for the tests of a group; after each of them nothing of it is left. */
function useBrowser(): void {
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterEach(async () => {
    // Before its server: a page that is left without one complains.
    for (const context of browser.contexts()) await context.close();
    const said = complaints;
    complaints = [];
    for (const child of running.splice(0)) child.kill('SIGTERM');
    expect(said).toEqual([]);
  });
  afterAll(() => browser.close());
}

describe.skipIf(skipsWithout)('the page of sadap open', () => {
  verifies('open:page');

  useBrowser();

  it('is moved through by the keyboard, and shows request and answer in three forms', async () => {
    const page = await visit(await opened(sample));
    for (let step = 0; step < 13; step += 1) await page.keyboard.press('j');
    expect(await page.textContent('.row.selected .seq')).toBe('#13');
    await page.locator('.side.focus h2', { hasText: '#13' }).waitFor();
    await page.locator('.side h2', { hasText: '#14' }).waitFor();
    expect(await page.locator('.side h2').allTextContents()).toEqual([
      '#13 tools/call echo ',
      '#14 result tools/call echo ',
    ]);
    expect(await page.locator('.annotated .wrote .fate').first().textContent()).toBe('wrote');
    await page.keyboard.press('2');
    expect(await page.locator('pre.wire').first().textContent()).toContain('"method":"tools/call"');
    await page.keyboard.press('3');
    expect(await page.locator('dl.model .read pre').textContent()).toBe('Echo: halo');
    await page.keyboard.press('p');
    await page.waitForFunction(
      () => document.querySelector('.row.selected .seq')?.textContent === '#14',
    );
    await page.keyboard.press('End');
    expect(await page.textContent('.row.selected .seq')).toBe('#56');
  });

  it('searches and filters, and finds its way back', async () => {
    const page = await visit(await opened(sample));
    await page.keyboard.press('/');
    await page.keyboard.type('HALO');
    await page.waitForFunction(() =>
      document.querySelector('.shown')?.textContent?.startsWith('2 of'),
    );
    await page.keyboard.press('Escape');
    await page.fill('input[type=search]', '');
    await page.getByLabel('Only this tool').selectOption('get-sum');
    await page.waitForFunction(() =>
      document.querySelector('.shown')?.textContent?.startsWith('2 of'),
    );
    await page.getByLabel('trouble only').check();
    await page.waitForFunction(() =>
      document.querySelector('.shown')?.textContent?.startsWith('0 of'),
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('f');
    await page.locator('.findings .places .link').first().click();
    await page.waitForSelector('.detail .finding');
  });

  it('reads with the rules of another host when one is chosen', async () => {
    const page = await visit(await opened(sample));
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('j');
    await page.keyboard.press('3');
    await page.waitForSelector('dl.model');
    const before = await page.locator('dl.model').first().textContent();
    await page.selectOption('.host select', 'gemini-cli');
    await page.waitForFunction(
      (old) => document.querySelector('dl.model')?.textContent !== old,
      before,
    );
  });

  it('compares with a second recording, and tells the cost', async () => {
    const page = await visit(await opened(sample, other));
    await page.keyboard.press('d');
    await page.waitForSelector('.changes tbody tr');
    await page.keyboard.press('c');
    await page.waitForSelector('.bars tr');
  });

  it.each([
    ['light', 1280, undefined],
    ['dark', 1280, 'dark'],
    ['light', 390, undefined],
    ['dark', 390, 'dark'],
  ] as const)('has no violation that axe finds, %s at %d pixels', async (_, width, scheme) => {
    const page = await visit(await opened(sample, other), { width, height: 800 }, scheme);
    for (const key of ['l', '2', '3', 'f', 'c', 'd', '?']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(150);
      expect([key, await violations(page)]).toEqual([key, []]);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });

  it('grows while the recording does', async () => {
    const path = join(folder, 'grows.ndjson');
    const whole = readFileSync(sample, 'utf8').trimEnd().split('\n');
    writeFileSync(path, `${whole.slice(0, 10).join('\n')}\n`);
    const page = await visit(await opened(path));
    expect(await page.textContent('.shown')).toBe('9 entries');
    appendFileSync(path, `${whole.slice(10, 20).join('\n')}\n`);
    await page.waitForFunction(
      () => document.querySelector('.shown')?.textContent === '19 entries',
    );
  });

  it('is written as one file that works without a server', async () => {
    const path = join(folder, 'viewer.html');
    const args = ['doc', sample, '--format', 'html', '--viewer', '-o', path];
    const child = spawn(process.execPath, [join(root, 'bin', 'sadap.js'), ...args]);
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
    const page = await visit(`file://${path}`);
    for (let step = 0; step < 13; step += 1) await page.keyboard.press('j');
    await page.keyboard.press('3');
    await page.locator('dl.model .read pre', { hasText: 'Echo: halo' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('HALO');
    await page.waitForFunction(() =>
      document.querySelector('.shown')?.textContent?.startsWith('2 of'),
    );
    await page.keyboard.press('Escape');
    for (const key of ['f', 'c']) await page.keyboard.press(key);
    await page.waitForSelector('.bars tr');
  });
});

describe.skipIf(skipsWithout)('recordings of every kind', () => {
  verifies('open:hostile');

  useBrowser();

  it('shows what a hostile server says, and does nothing of it', async () => {
    const path = join(folder, 'hostile.ndjson');
    await hostileRecording(path);
    const page = await visit(await opened(path));
    for (let step = 0; step < 9; step += 1) {
      for (const form of ['1', '2', '3']) {
        await page.keyboard.press(form);
        await page.waitForTimeout(60);
      }
      await page.keyboard.press('j');
    }
    for (const key of ['f', 'c', 'l']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(100);
    }
    expect(await page.evaluate(() => 'owned' in globalThis)).toBe(false);
    expect(await page.locator('#app img, #app script, #app b b').count()).toBe(0);
    const text = (await page.textContent('body')) ?? '';
    expect(text).toContain('<img src=x');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('shows what is left of a broken one', async () => {
    const path = join(folder, 'broken.ndjson');
    await brokenRecording(path);
    const page = await visit(await opened(path));
    expect(await page.locator('.row').count()).toBeGreaterThan(4);
    await page.keyboard.press('End');
    await page.waitForSelector('.detail');
  });

  it('scrolls through 100,000 entries, and paints the first ones within 1.5 seconds', async () => {
    const path = join(folder, 'long.ndjson');
    await longRecording(path, 100_000);
    const url = await opened(path);
    const context = await browser.newContext();
    const page = await context.newPage();
    const from = performance.now();
    await page.goto(url);
    await page.waitForSelector('.row .seq');
    const painted = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    console.log(
      `100,000 entries: first paint ${Math.round(painted ?? 0)} ms, rows after ${Math.round(performance.now() - from)} ms`,
    );
    expect(painted).toBeLessThan(1500);
    expect(await page.textContent('.shown')).toBe('100,000 entries');
    await page.keyboard.press('End');
    await page.waitForFunction(
      () => document.querySelector('.row.selected .seq')?.textContent === '#99999',
    );
    expect(await page.locator('.row').count()).toBeLessThan(120);
    await page.fill('input[type=search]', 'answer 49998');
    await page.waitForFunction(
      () => document.querySelector('.shown')?.textContent === '1 of 100,000 entries',
    );
  });
});
