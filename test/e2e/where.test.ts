import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const sample = join(import.meta.dirname, '../../recordings/memory.ndjson');

/** A state folder with one recording, and a folder with an empty `recordings`. */
function twoFolders() {
  const home = emptyFolder();
  const state = join(home, 'state', 'sadap');
  const cwd = join(home, 'project');
  mkdirSync(state, { recursive: true });
  mkdirSync(join(cwd, 'recordings'), { recursive: true });
  copyFileSync(sample, join(state, 'memory.ndjson'));
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state') };
  return { home, state, cwd, run: (...args: string[]) => sadap(args, { cwd, env }) };
}

// On other systems the state folder has no variable of its own.
describe.runIf(process.platform === 'linux')('where recordings are', () => {
  verifies('wrap.says-where');

  it('is said where none is found, with the folder that ./recordings hides', async () => {
    const { state, cwd, run } = twoFolders();
    for (const command of ['show', 'stats', 'check', 'model', 'list', 'search x']) {
      const { stderr, stdout } = await run(...command.split(' '));
      expect([stdout, stderr]).toEqual([
        '',
        `sadap: there is no recording in ${join(cwd, 'recordings')}\n` +
          `  1 recording is where sadap looks when there is no ./recordings: --dir ${state}\n`,
      ]);
    }
    expect((await run('show', '--dir', state, '--json')).status).toBe(0);
  });

  it('is said without another folder where none is hidden', async () => {
    const { cwd, run } = twoFolders();
    const empty = join(cwd, 'recordings');
    for (const args of [
      ['list', '--dir', empty],
      ['list', empty],
      ['show', '--dir', empty],
    ])
      expect((await run(...args)).stderr).toBe(
        `sadap: there is no recording in ${empty}\n` +
          '  make one with: sadap record -- COMMAND… (alone it records the built-in server)\n',
      );
  });

  it('is said by wrap, with how to see them from here', async () => {
    const { home, state, run } = twoFolders();
    const config = join(home, 'mcp.json');
    writeFileSync(config, '{"mcpServers":{"a":{"command":"node","args":["a.js"]}}}');
    const { stderr } = await run('wrap', 'cursor', '--config', config, '--yes');
    expect(stderr).toContain(`recordings go to ${state}, unless the host sets SADAP_DIR`);
    expect(stderr).toContain(`see them with: sadap list --dir ${state}\n`);
    expect((await run('unwrap', 'cursor', '--config', config, '--yes')).stderr).not.toContain(
      'recordings go',
    );
  });
});
