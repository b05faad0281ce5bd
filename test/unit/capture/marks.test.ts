import { spawn } from 'node:child_process';
import { hostname, userInfo } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownMarks, recorderLives } from '../../../src/capture/marks.ts';
import { verifies } from '../../support/verifies.ts';

const startedAt = Date.now() * 1000;

describe('the marks of a recorder', () => {
  it('are the same for all that one process started, and name nobody', () => {
    verifies('watch:runs', 'watch:private-marks');
    const marks = ownMarks();
    expect(marks).toEqual(ownMarks());
    expect(marks.run).toMatch(/^[0-9a-f]{8}$/);
    expect(marks.process?.machine).toMatch(/^[0-9a-f]{8}$/);
    expect(marks.process?.pid).toBe(process.pid);
    const text = JSON.stringify(marks);
    expect(text).not.toContain(hostname());
    expect(text).not.toContain(userInfo().username);
  });

  it('show that it lives', async () => {
    verifies('watch:states');
    expect(await recorderLives({ ...ownMarks(), startedAt })).toBe(true);
  });

  it('show that it is gone, also before its parent has taken notice', async () => {
    verifies('watch:states');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      stdio: 'ignore',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const recorder = { pid: child.pid ?? 0, machine: ownMarks().process?.machine ?? '' };
    expect(await recorderLives({ process: recorder, startedAt })).toBe(true);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    expect(await recorderLives({ process: recorder, startedAt })).toBe(false);
  });

  it('are not taken for those of a later process with the same number', async () => {
    verifies('watch:states');
    const own = ownMarks().process;
    if (own?.ticks === undefined) {
      // Elsewhere the time of the recording tells: this process began after it.
      const early = { ...ownMarks(), startedAt: startedAt - 3600 * 1e6 };
      expect(await recorderLives(early)).toBe(process.platform === 'win32');
      return;
    }
    const other = { ...own, ticks: own.ticks - 1 };
    expect(await recorderLives({ process: other, startedAt })).toBe(false);
  });

  it('tell nothing on another machine, and where there are none', async () => {
    const own = ownMarks().process;
    const elsewhere = own && { ...own, machine: '00000000' };
    expect(
      await recorderLives({ ...(elsewhere && { process: elsewhere }), startedAt }),
    ).toBeUndefined();
    expect(await recorderLives({ startedAt })).toBeUndefined();
  });
});
