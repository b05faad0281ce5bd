import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, type Ran, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const fixture = (name: string) => join(import.meta.dirname, '../fixtures/servers', name);

/** How a script names a variable. */
const reference = (name: string) => ['$', `{${name}}`].join('');

const status = ({ status: code, stderr }: Ran) => [code, stderr];

describe('secrets in a snapshot', () => {
  verifies('snapshot:secrets');
  const secret = 's3cret-Value-99';
  const mail = 'ahmad@example.org';

  /** A server that gives its arguments back, with more of its own. */
  async function init(env: Record<string, string>, ...args: string[]) {
    const cwd = emptyFolder();
    copyFileSync(fixture('serve.mjs'), join(cwd, 'serve.mjs'));
    writeFileSync(
      join(cwd, 'server.mjs'),
      `import { serve, text } from './serve.mjs';
       serve({ 'tools/call': ({ params }) => text(JSON.stringify({ ...params.arguments, token: 'k3y-of-today', mail: '${mail}' })) });`,
    );
    const run = (...words: string[]) => sadap(['snapshot', ...words], { cwd, env });
    const made = await run('init', ...args);
    const folder = join(cwd, 'sadap');
    const files = () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('');
    return { run, made, folder, files };
  }

  const server = ['--', 'node', 'server.mjs'];

  it('names the variable that holds a secret of the command, and the check finds it there', async () => {
    const url = `postgres://u:${secret}@h/${reference('HOME')}`;
    const { run, made, files } = await init({ DB_KEY: secret }, ...server, '--token', secret, url);
    expect(made.status).toBe(0);
    expect(made.stderr).toContain('the script names DB_KEY: each check wants it');
    expect(files()).toContain(
      `"--token", "${reference('DB_KEY')}", "postgres://u:${reference('DB_KEY')}@h/$${reference('HOME')}"]`,
    );
    expect(files()).not.toContain(secret);
    expect(status(await run('check'))).toEqual([0, '']);
  });

  it('--redact names the home folder in a path of the command', async () => {
    const args = ['--redact', ...server, '/home/ahmad/notes.db'];
    const { made, files } = await init({ HOME: '/home/ahmad' }, ...args);
    expect(made.status).toBe(0);
    expect(files()).toContain(`"${reference('HOME')}/notes.db"]`);
    expect(files()).not.toContain('ahmad/');
  });

  it.each([
    [['--token', secret], '--token «masked:1»'],
    [[`postgres://u:${secret}@h/db`], 'postgres://u:«masked:1»@h/db'],
    [['--header', `Authorization: Bearer ${secret}`], 'Authorization: Bearer «masked:1»'],
  ])('refuses %j, which no variable holds, and writes nothing', async (args, words) => {
    const { made, folder } = await init({}, ...server, ...args);
    expect([made.status, made.stdout, existsSync(folder)]).toEqual([2, '', false]);
    expect(made.stderr).toContain(words);
    expect(made.stderr).not.toContain(secret);
  });

  it('does not take a value with the name of a variable', async () => {
    const { made, folder } = await init({}, '--env', `API_TOKEN=${secret}`, ...server);
    expect([made.status, existsSync(folder)]).toEqual([2, false]);
    expect(made.stderr).not.toContain(secret);
  });

  it('tells of likely secrets in what was said', async () => {
    const { run, made } = await init({}, '--call', 'probe', ...server);
    expect(made.stderr).toContain('the recording holds what is likely a secret (members named so)');
    expect((await run('update')).stderr).toContain('what is likely a secret');
  });

  it('--redact leaves them out of all files, and the check compares what is left', async () => {
    const { run, made, files } = await init({}, '--redact', '--call', 'probe {"a":1}', ...server);
    expect(made.stderr).not.toContain('likely a secret');
    expect(files()).not.toMatch(/k3y-of-today|ahmad/);
    const ran = await run('check');
    expect(status(ran)).toEqual([0, '']);
    expect(ran.stdout).toContain('\n4 same\n');
    expect(await run('update')).toMatchObject({ status: 2, stdout: '' });
    expect(await run('update', '--redact')).toMatchObject({ status: 0 });
    expect(files()).not.toMatch(/k3y-of-today|ahmad/);
  });

  it('--redact takes what a call holds from a variable, or refuses it', async () => {
    const call = `probe {"mail":"${mail}","password":"${secret}"}`;
    const args = ['--redact', '--call', call, ...server];
    const { made, files } = await init({ USER_MAIL: mail, API_KEY: secret }, ...args);
    expect(made.status).toBe(0);
    expect(files()).toContain(
      `{"mail":"${reference('USER_MAIL')}","password":"${reference('API_KEY')}"}`,
    );
    expect(files()).not.toContain(secret);
    expect(files()).not.toContain(mail);
    const refused = await init({ API_KEY: secret }, ...args);
    expect([refused.made.status, existsSync(refused.folder)]).toEqual([2, false]);
  });

  it('lets no personal value of the command into the script either', async () => {
    const args = [...server, '--contact', mail];
    const { made, files } = await init({ USER_MAIL: mail }, ...args);
    expect(made.status).toBe(0);
    expect(files()).toContain(`"--contact", "${reference('USER_MAIL')}"]`);
    expect(files()).not.toContain(mail);
    expect((await init({}, ...args)).made.status).toBe(2);
  });
});
