import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../../support/sadap.ts';
import { verifies } from '../../support/verifies.ts';
import { TEXTS, trial } from './trial.ts';

// The program runs one command and ends; here one process runs them all.
process.setMaxListeners(0);

const server = join(import.meta.dirname, '../../fixtures/servers/hostile.mjs');
/** A call of the tool whose name the text is, as the server reads it from its file. */
const callOf = (text: string) =>
  `${text === '' ? 'well' : JSON.stringify(Buffer.from(text).toString())} {}`;

/** A folder with the server's text in it. */
function stage(text: string) {
  const folder = emptyFolder();
  const file = join(folder, 'text');
  writeFileSync(file, text);
  return {
    ...trial(),
    path: (name: string) => join(folder, name),
    command: (way: string) => ['--', process.execPath, server, file, way],
  };
}

describe('a server of which every text is hostile', () => {
  verifies('hostile:text');

  it.each(TEXTS)('does nothing while it is recorded: %s', async (_, text) => {
    const { harm, path, command, run } = stage(text);
    const call = callOf(text);
    for (const [nth, way] of ['well', 'stray', 'version', 'fails', 'dies'].entries()) {
      const options = ['--timeout', '1', '--call', call];
      const out = ['-o', path(`${nth}.ndjson`)];
      const shown = await run(
        'colour',
        'record',
        '--color',
        'always',
        ...options,
        ...out,
        ...command(way),
      );
      if (way === 'well') expect(shown.toString()).toContain('tools/call');
      await run('terminal', 'record', '--check', ...options, '--force', ...out, ...command(way));
    }
    expect(harm).toEqual([]);
  });

  it.each(TEXTS)('does nothing in a report of doctor: %s', async (_, text) => {
    const { harm, command, run } = stage(text);
    for (const way of ['well', 'stray', 'fails', 'dies']) {
      const args = ['--timeout', '1', ...command(way)];
      await run('colour', 'doctor', '--color', 'always', ...args);
      await run('json', 'doctor', '--json', ...args);
    }
    expect(harm).toEqual([]);
  });

  it.each(TEXTS)('does nothing in the report of a replay: %s', async (_, text) => {
    const { harm, path, command, run } = stage(text);
    const file = path('run.ndjson');
    const call = callOf(text);
    await run('terminal', 'record', '--call', call, '-o', file, ...command('well'));
    for (const way of ['well', 'other', 'fails', 'dies']) {
      const args = [file, '--execute', '--timeout', '1', ...command(way)];
      const shown = await run('colour', 'replay', '--color', 'always', ...args);
      if (way === 'other') expect(shown.toString()).toContain('changed');
      await run('json', 'replay', '--json', ...args);
    }
    expect(harm).toEqual([]);
  });

  it.each(TEXTS)('does nothing in a snapshot and its reports: %s', async (_, text) => {
    const { harm, look, path, command, run } = stage(text);
    const at = ['--folder', path('snap')];
    await run('terminal', 'snapshot', 'init', ...at, '--call', callOf(text), ...command('well'));
    expect(readdirSync(path('snap'))).toHaveLength(3);
    for (const way of ['other', 'fails', 'dies']) {
      const [junit, sarif] = [path(`${way}.xml`), path(`${way}.sarif`)];
      const reports = ['--junit', junit, '--sarif', sarif];
      await run('terminal', 'snapshot', 'check', ...at, ...reports, ...command(way));
      await run('json', 'snapshot', 'check', ...at, '--json', ...command(way));
      if (existsSync(junit)) look(`junit of ${way}`, 'xml', readFileSync(junit));
      if (existsSync(sarif)) look(`sarif of ${way}`, 'json', readFileSync(sarif));
    }
    expect(existsSync(path('other.xml'))).toBe(true);
    const accepted = readFileSync(join(path('snap'), 'expect.yaml'), 'utf8');
    expect(accepted).toContain('- rule:');
    look('expect.yaml', 'terminal', Buffer.from(accepted));
    const again = await run('terminal', 'snapshot', 'check', ...at, ...command('well'));
    expect(again.toString()).toContain('accepted');
    await run('colour', 'snapshot', 'update', ...at, '--color', 'always', ...command('other'));
    expect(harm).toEqual([]);
  });
});
