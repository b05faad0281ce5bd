import { chmodSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { commonFolder, installed, run } from './support/installed.ts';

const scratch = commonFolder();
let program = '';

beforeAll(async () => {
  program = join(await installed(scratch, join(scratch, 'project')), 'bin', 'sadap.js');
});

interface Stranger {
  readonly env?: Readonly<Record<string, string>>;
  /** Of the new process; the usual one is 022. */
  readonly umask?: string;
  readonly asNobody?: boolean;
}

const PATH = process.env['PATH'] ?? '';
const strangers: { readonly [name: string]: (home: string) => Stranger } = {
  'an empty home': (home) => ({ env: { HOME: home } }),
  'no HOME at all': () => ({}),
  'no terminal type, the C locale': (home) => ({ env: { HOME: home, LANG: 'C', LC_ALL: 'C' } }),
  'a terminal that can do nothing': (home) => ({ env: { HOME: home, TERM: 'dumb' } }),
  'umask 077': (home) => ({ env: { HOME: home }, umask: '077' }),
  'umask 000': (home) => ({ env: { HOME: home }, umask: '000' }),
  'a user without rights': (home) => ({ env: { HOME: home }, asNobody: true }),
  'a relative XDG folder': (home) => ({ env: { HOME: home, XDG_STATE_HOME: 'state' } }),
};

/** Runs the program in a shell of a stranger; `cwd` is empty at the beginning. */
function sadap(
  args: readonly string[],
  cwd: string,
  { env = {}, umask = '022', asNobody }: Stranger,
) {
  const script = `umask ${umask}; exec "$0" "$@"`;
  const surroundings = { cwd, env: { PATH, ...env }, asNobody: asNobody === true };
  return run('/bin/sh', ['-c', script, process.execPath, program, ...args], surroundings);
}

function emptyPlace(mode = 0o777): string {
  const place = mkdtempSync(join(scratch, 'place-'));
  chmodSync(place, mode);
  return place;
}

describe('the first run of a stranger', () => {
  verifies('package.stranger');

  it.each(Object.entries(strangers))('goes well with %s', async (_, strangerIn) => {
    const home = emptyPlace();
    const stranger = strangerIn(home);
    const cwd = emptyPlace();
    // Without a home of one's own, the state folder would be that of whoever runs the tests.
    if (!stranger.env?.['HOME']) mkdirSync(join(cwd, 'recordings'));
    for (const args of [['--version'], ['--help'], ['record', '--help'], ['hosts'], []]) {
      const ran = await sadap(args, cwd, stranger);
      expect({ args, status: ran.status, stderr: ran.stderr }).toEqual({
        args,
        status: 0,
        stderr: '',
      });
      expect(ran.stdout).not.toBe('');
    }
    const recorded = await sadap(['record'], cwd, stranger);
    expect(recorded.status).toBe(0);
    expect(recorded.stdout).toContain('detail_anak');
    const listed = await sadap(['list'], cwd, stranger);
    expect(listed).toMatchObject({ status: 0 });
    expect(listed.stdout).toContain('asrama');
    for (const args of [['show'], ['stats'], ['check', '--fail-on', 'never'], ['model']]) {
      const ran = await sadap(args, cwd, stranger);
      expect({ args, ran: ran.status }).toEqual({ args, ran: 0 });
      expect(ran.stdout).not.toMatch(escapes);
    }
    const files = filesBelow(home, cwd).filter((path) => path.endsWith('.ndjson'));
    expect(files).toHaveLength(1);
    for (const path of files) expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('says in one line what to do where nothing may be written', async () => {
    const home = emptyPlace(0o555);
    const cwd = emptyPlace(0o555);
    const stranger = { env: { HOME: home }, asNobody: true };
    const ran = await sadap(['record'], cwd, stranger);
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(/^sadap: [^\n]*\n {2}[^\n]*(?:-o|--dir)[^\n]*\n$/);
    const elsewhere = join(emptyPlace(), 'run.ndjson');
    expect(await sadap(['record', '-o', elsewhere], cwd, stranger)).toMatchObject({ status: 0 });
    expect(await sadap(['show', elsewhere], cwd, stranger)).toMatchObject({ status: 0 });
    expect(await sadap(['list'], cwd, stranger)).toMatchObject({ status: 0 });
  });

  it('says which Node it needs, also to one that is far too old', async () => {
    const old = join(emptyPlace(), 'old.cjs');
    writeFileSync(
      old,
      `Object.defineProperty(process, 'versions', { value: { node: '20.18.3' } });`,
    );
    const surroundings = { cwd: scratch, env: { PATH } };
    const ran = await run(process.execPath, ['--require', old, program, '--version'], surroundings);
    expect(ran).toEqual({
      status: 2,
      stdout: '',
      stderr: 'sadap: sadap needs Node 20.19 or newer; this is 20.18.3\n  see https://nodejs.org\n',
    });
  });

  it('tells a stranger who has no recording yet how to make one', async () => {
    const home = emptyPlace();
    const ran = await sadap(['show'], emptyPlace(), { env: { HOME: home } });
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(/^sadap: [^\n]+\n {2}[^\n]*sadap record[^\n]*\n$/);
  });

  it('records a server of the stranger, found by its name in the folder', async () => {
    const cwd = emptyPlace();
    const server = `process.stdin.on('data', () => process.stdout.write('{"jsonrpc":"2.0","id":0,"result":{}}\\n'))`;
    writeFileSync(join(cwd, 'server.mjs'), server);
    const args = ['record', '--era', 'legacy', '-o', 'run.ndjson', '--', 'node', 'server.mjs'];
    const ran = await sadap(args, cwd, { env: { HOME: emptyPlace() } });
    expect(ran.stderr).not.toContain('bug in sadap');
    expect(readdirSync(cwd)).toContain('run.ndjson');
  });
});

/** A terminal is not what these runs write to. */
const escapes = new RegExp(String.fromCharCode(27));

function filesBelow(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
}
