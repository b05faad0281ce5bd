import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostConfigs, listConfigs } from '../../../../src/interop/wrap/host-configs.ts';
import { hostOf } from '../../../../src/interop/wrap/hosts.ts';
import { type Machine, thisMachine } from '../../../../src/interop/wrap/locations.ts';
import { parseProxies } from '../../../../src/interop/wrap/proxies.ts';
import {
  applyPlan,
  type FilePlan,
  planUnwraps,
  planWraps,
} from '../../../../src/interop/wrap/run.ts';
import { emptyFolder } from '../../../support/sadap.ts';
import { verifies } from '../../../support/verifies.ts';
import { program } from './wrapping.ts';

const text = '{"mcpServers":{"a":{"command":"a"},"b":{"command":"b","args":[]}}}';
const now = new Date('2026-11-30T10:10:00.5Z');

function machineIn(home: string): Machine {
  return { ...thisMachine(), platform: 'linux', home, project: join(home, 'project'), env: {} };
}

/** A home folder with one configuration of Cursor. */
function cursor(content: string | Buffer = text): { home: string; folder: string; path: string } {
  const home = emptyFolder();
  const folder = join(home, '.cursor');
  mkdirSync(folder);
  const path = join(folder, 'mcp.json');
  writeFileSync(path, content, { mode: 0o640 });
  return { home, folder, path };
}

const configs = (home: string) => hostConfigs(hostOf('cursor'), {}, machineIn(home));
const wraps = (home: string, names: readonly string[] = []) =>
  planWraps(configs(home), { names, program, proxies: parseProxies([]) });
const applyAll = (plans: readonly FilePlan[]) => plans.map((each) => applyPlan(each, now));

describe('writing a configuration', () => {
  verifies('wrap.writes-safely');

  it('copies the file once, and removes the copy when all is as it was', () => {
    const { home, folder, path } = cursor();
    const copy = `${path}.sadap-backup-20261130T101000Z`;
    expect(applyAll(wraps(home, ['a']))).toEqual([{ path, backup: copy, dropped: [] }]);
    expect(applyAll(wraps(home, ['b']))).toEqual([{ path, backup: copy, dropped: [] }]);
    expect(readFileSync(copy, 'utf8')).toBe(text);
    expect(applyAll(planUnwraps(configs(home), ['a']))).toEqual([
      { path, backup: copy, dropped: [] },
    ]);
    expect(applyAll(planUnwraps(configs(home), []))).toEqual([{ path, dropped: [copy] }]);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(folder)).toEqual(['mcp.json']);
  });

  it('keeps both copies of one second, and the copy of a file that was edited since', () => {
    const { home, folder, path } = cursor();
    applyAll(wraps(home));
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n`);
    applyAll(planUnwraps(configs(home), []));
    expect(readFileSync(path, 'utf8')).toBe(`${text}\n`);
    applyAll(wraps(home));
    expect(readdirSync(folder).toSorted()).toEqual([
      'mcp.json',
      'mcp.json.sadap-backup-20261130T101000Z',
      'mcp.json.sadap-backup-20261130T101000Z-2',
    ]);
  });

  it('keeps the mode, for the copy too', () => {
    const { home, path } = cursor();
    chmodSync(path, 0o660);
    const [applied] = applyAll(wraps(home));
    expect(statSync(path).mode & 0o777).toBe(0o660);
    expect(statSync(applied?.backup ?? '').mode & 0o777).toBe(0o660);
  });

  it('writes to what a link points to', () => {
    const { home, folder, path } = cursor();
    const dotfiles = join(home, 'dotfiles.json');
    writeFileSync(dotfiles, text);
    writeFileSync(path, '');
    // The configuration becomes a link to the file elsewhere.
    const link = join(folder, 'linked.json');
    symlinkSync(dotfiles, link);
    const found = hostConfigs(hostOf('cursor'), { file: link }, machineIn(home));
    applyAll(planWraps(found, { names: [], program, proxies: parseProxies([]) }));
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(dotfiles, 'utf8')).toContain('"tee"');
  });

  it('does not overwrite what somebody else wrote meanwhile', () => {
    const { home, folder, path } = cursor();
    const plans = wraps(home);
    writeFileSync(path, '{"mcpServers":{}}');
    expect(() => applyAll(plans)).toThrow(/was changed by another program meanwhile/);
    expect(readFileSync(path, 'utf8')).toBe('{"mcpServers":{}}');
    expect(readdirSync(folder)).toEqual(['mcp.json']);
  });

  it('leaves nothing behind when the file may not be replaced', () => {
    const { home, folder, path } = cursor();
    const [plan] = wraps(home);
    if (!plan) throw new Error('no plan');
    const gone = { ...plan.source.file, path: join(folder, 'gone', 'mcp.json') };
    const broken = { ...plan, source: { ...plan.source, file: gone } };
    expect(() => applyPlan(broken, now)).toThrow(/cannot be written: ENOENT/);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(folder)).toEqual(['mcp.json']);
  });
});

describe('reading the configurations of a host', () => {
  verifies('wrap.refuses-broken', 'wrap.wrong-key', 'wrap.list');

  it('refuses bytes that are not UTF-8, and files that are not there', () => {
    const { home, path } = cursor(Buffer.from('{"a":"\xff"}', 'latin1'));
    expect(() => configs(home)).toThrow(`${path} is not UTF-8 text`);
    const missing = { file: join(home, 'none.json') };
    expect(() => hostConfigs(hostOf('cursor'), missing, machineIn(home))).toThrow(/ENOENT/);
    expect(() => configs(emptyFolder())).toThrow(/no configuration of Cursor was found/);
  });

  it('takes the user’s or the project’s alone when asked', () => {
    const { home, path } = cursor();
    const project = join(home, 'project', '.cursor');
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, 'mcp.json'), '{}');
    const paths = (scope?: 'user' | 'project') =>
      hostConfigs(hostOf('cursor'), scope ? { scope } : {}, machineIn(home)).map(
        ({ location }) => location.path,
      );
    expect(paths()).toEqual([path, join(project, 'mcp.json')]);
    expect(paths('user')).toEqual([path]);
    expect(paths('project')).toEqual([join(project, 'mcp.json')]);
  });

  it('points out servers under the key of another host', () => {
    const home = emptyFolder();
    mkdirSync(join(home, 'project', '.vscode'), { recursive: true });
    writeFileSync(join(home, 'project', '.vscode', 'mcp.json'), text);
    const [found] = hostConfigs(hostOf('vscode'), {}, machineIn(home));
    expect(found?.entries).toEqual([]);
    expect(found?.warnings).toEqual([
      'VS Code reads "servers" and ignores the servers under "mcpServers"',
    ]);
  });

  it('refuses names that no configuration has, and lists those that are there', () => {
    const { home } = cursor();
    expect(() => wraps(home, ['a', 'c'])).toThrow(/Cursor has no server "c"/);
    expect(() => planUnwraps(configs(home), ['c'])).toThrow(/Cursor has no server "c"/);
  });

  it('lists all hosts, with what is wrong', () => {
    const { home } = cursor();
    mkdirSync(join(home, '.codex'));
    writeFileSync(join(home, '.codex', 'config.toml'), '[x');
    const listed = listConfigs(machineIn(home)).map((each) => ({
      host: each.host.id,
      what: 'problem' in each ? each.problem.replace(home, '~') : each.found.entries.length,
    }));
    expect(listed).toEqual([
      { host: 'cursor', what: 2 },
      { host: 'codex', what: '~/.codex/config.toml:1:3: a ] is missing' },
    ]);
  });
});
