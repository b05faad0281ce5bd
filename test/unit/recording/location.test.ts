import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  homeFolder,
  newestRecording,
  recordingFolder,
  recordingName,
  recordingsIn,
  type Surroundings,
} from '../../../src/recording/location.ts';
import { verifies } from '../../support/verifies.ts';
import { header } from './samples.ts';

const unix: Surroundings = {
  env: {},
  platform: 'linux',
  cwd: '/srv/project',
  home: '/home/budi',
  isFolder: () => false,
};
const windows: Surroundings = {
  ...unix,
  platform: 'win32',
  cwd: 'C:\\project',
  home: 'C:\\Users\\budi',
};

describe('the folder of recordings', () => {
  verifies('recording:location');

  it.each<[string, Surroundings, string]>([
    ['asked for', { ...unix, dir: '../x', env: { SADAP_DIR: '/y' } }, '/srv/x'],
    ['of SADAP_DIR', { ...unix, env: { SADAP_DIR: 'y' }, isFolder: () => true }, '/srv/project/y'],
    [
      './recordings',
      { ...unix, isFolder: (path) => path === '/srv/project/recordings' },
      '/srv/project/recordings',
    ],
    ['for state', unix, '/home/budi/.local/state/sadap'],
    [
      'for state, empty variables',
      { ...unix, dir: '', env: { SADAP_DIR: '', XDG_STATE_HOME: '' } },
      '/home/budi/.local/state/sadap',
    ],
    ['of XDG_STATE_HOME', { ...unix, env: { XDG_STATE_HOME: '/s' } }, '/s/sadap'],
    [
      'with a relative XDG_STATE_HOME',
      { ...unix, env: { XDG_STATE_HOME: 's' } },
      '/home/budi/.local/state/sadap',
    ],
    ['on macOS', { ...unix, platform: 'darwin' }, '/home/budi/Library/Application Support/sadap'],
    ['on Windows', { ...windows, env: { LOCALAPPDATA: 'D:\\L' } }, 'D:\\L\\sadap'],
    ['on Windows without a variable', windows, 'C:\\Users\\budi\\AppData\\Local\\sadap'],
    ['on Windows, ./recordings', { ...windows, isFolder: () => true }, 'C:\\project\\recordings'],
  ])('%s', (_, place, expected) => {
    expect(recordingFolder(place)).toBe(expected);
  });

  it.each([
    ['HOME', '/home/budi', '/home/system', '/home/budi'],
    ['the system’s user when HOME is empty', '', '/home/system', '/home/system'],
    ['the system’s user when HOME is relative', 'budi', '/home/system', '/home/system'],
    ['the temporary folder when there is no user', '', undefined, '/tmp'],
    ['the temporary folder when the user has none', '', '', '/tmp'],
  ])('is below %s', (_, named, user, expected) => {
    const ofUser = () => {
      if (user === undefined) throw new Error('uv_os_get_passwd returned ENOENT');
      return user;
    };
    expect(homeFolder({ named: () => named, ofUser, temporary: () => '/tmp' })).toBe(expected);
  });

  it('is never relative', () => {
    const nowhere = () => '';
    expect(homeFolder({ named: nowhere, ofUser: nowhere, temporary: nowhere })).toMatch(/^\/|^\w:/);
  });
});

describe('names of recordings', () => {
  verifies('recording:names');

  it.each([
    ['asrama', 'asrama'],
    ['@scope/server-filesystem', 'scope-server-filesystem'],
    ['../../etc/passwd', 'etc-passwd'],
    ['..\\..\\x', 'x'],
    ['CON', 'server-CON'],
    ['nul.txt', 'server-nul.txt'],
    ['console', 'console'],
    ['', 'server'],
    ['...', 'server'],
    ['サーバー', 'server'],
    ['Café Müller', 'Cafe-Muller'],
    ['a\0b\nc:d*?', 'a-b-c-d'],
    ['.hidden', 'hidden'],
    ['-rf', 'rf'],
    ['x'.repeat(300), 'x'.repeat(64)],
  ])('%j', (label, expected) => {
    expect(recordingName(label, header.startedAt, header.session)).toBe(
      `${expected}-20261130T101000Z-456789ab.ndjson`,
    );
  });
});

describe('the newest recording', () => {
  verifies('recording:location');
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sadap-list-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is the one whose name says so; files of other names come last, by their own time', () => {
    put('zz-20261129T101000Z-1a2b3c4d.ndjson', 9000);
    put('aa-20261130T101000Z-1a2b3c4d.ndjson', 1000);
    put('bb-20261130T101000Z-00000000.ndjson', 2000);
    put('sample.ndjson', 8000);
    put('older-sample.ndjson', 7000);
    put('README.md', 9999);
    mkdirSync(join(folder, 'folder.ndjson'));
    symlinkSync(join(folder, 'gone'), join(folder, 'dangling.ndjson'));
    expect(recordingsIn(folder).map((path) => basename(path))).toEqual([
      'bb-20261130T101000Z-00000000.ndjson',
      'aa-20261130T101000Z-1a2b3c4d.ndjson',
      'zz-20261129T101000Z-1a2b3c4d.ndjson',
      'sample.ndjson',
      'older-sample.ndjson',
    ]);
    expect(basename(newestRecording(folder)?.path ?? '')).toBe(
      'bb-20261130T101000Z-00000000.ndjson',
    );
  });

  it('is the newest that begins as one; what is passed over is said', () => {
    put('d-20261130T101003Z-1a2b3c4d.ndjson', 1);
    put('c-20261130T101002Z-1a2b3c4d.ndjson', 1, '{"level":"info","msg":"started"}\n');
    put(
      'b-20261130T101001Z-1a2b3c4d.ndjson',
      1,
      `${JSON.stringify({ type: 'header', format: 'sadap' })}\n`,
    );
    put('a-20261130T101000Z-1a2b3c4d.ndjson', 1);
    const { path = '', passed = [] } = newestRecording(folder) ?? {};
    expect(basename(path)).toBe('b-20261130T101001Z-1a2b3c4d.ndjson');
    expect(passed.map((each) => [basename(each.path)[0], each.why])).toEqual([
      ['d', 'it is empty'],
      ['c', 'it looks like NDJSON of another program'],
    ]);
  });

  it('is an error where the folder is none', () => {
    put('file', 1);
    for (const list of [recordingsIn, newestRecording])
      expect(() => list(join(folder, 'file'))).toThrow(
        expect.objectContaining({
          code: 'recording-invalid',
          message: expect.stringMatching(/file cannot be read: it is no folder$/),
        }),
      );
  });

  it('is none in an empty folder, or one that does not exist', () => {
    for (const place of [folder, join(folder, 'none')])
      expect(newestRecording(place)).toBeUndefined();
  });

  function put(name: string, seconds: number, text = ''): void {
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), seconds, seconds);
  }
});
