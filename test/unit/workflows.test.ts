import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { obstacles } from '../../scripts/release.mjs';
import { verifies } from '../support/verifies.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, '.github', 'workflows');
const { scripts, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
  readonly strategy?: { readonly matrix: { readonly os?: string[]; readonly node?: number[] } };
}

const workflows = readdirSync(folder).map((name) => {
  // The tests below fail for a file of another shape.
  const { jobs, permissions } = parse(readFileSync(join(folder, name), 'utf8')) as {
    readonly jobs: Readonly<Record<string, Job>>;
    readonly permissions: Readonly<Record<string, string>>;
  };
  return { name, jobs, permissions };
});
const jobsOf = (name: string) => workflows.find((each) => each.name === name)?.jobs ?? {};

describe('the workflows', () => {
  verifies('release.workflows');

  it('run scripts that there are', () => {
    const steps = workflows.flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps));
    const runs = steps.flatMap(({ run = '' }) => [...run.matchAll(/npm (?:run )?([\w:-]+)/g)]);
    const named = runs.map(([, script = '']) => script);
    const ofNpm = ['ci', 'publish'];
    expect(named.filter((script) => !ofNpm.includes(script) && !(script in scripts))).toEqual([]);
    expect(named).toContain('test');
  });

  it('may only read, but for the identity that publishes', () => {
    for (const { permissions } of workflows) expect(permissions).toEqual({ contents: 'read' });
    const rights = Object.values(jobsOf('publish.yml')).map(({ permissions }) => permissions);
    expect(rights).toEqual([{ contents: 'read', 'id-token': 'write' }]);
  });

  it('use actions of the platform itself, at a version', () => {
    const steps = workflows.flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps));
    const used = steps.flatMap(({ uses = '' }) => (uses === '' ? [] : [uses]));
    expect(used.filter((each) => !/^actions\/[\w-]+@(?:v\d+|[0-9a-f]{40})$/.test(each))).toEqual(
      [],
    );
  });

  it('end', () => {
    const jobs = workflows.flatMap(({ jobs }) => Object.values(jobs));
    expect(jobs.filter((job) => job['timeout-minutes'] === undefined)).toEqual([]);
  });

  it('test three systems, and every version of Node from the oldest that is promised', () => {
    const { os, node = [] } = jobsOf('ci.yml')['test']?.strategy?.matrix ?? {};
    expect(os).toEqual(['ubuntu-latest', 'macos-latest', 'windows-latest']);
    expect(engines.node).toMatch(new RegExp(`^>=${node[0]}\\.`));
  });

  it('publish with provenance, after the tests', () => {
    const runs = jobsOf('publish.yml')['publish']?.steps.flatMap(({ run = '' }) => run) ?? [];
    const at = (text: string) => runs.findIndex((run) => run.includes(text));
    expect(runs.at(-1)).toBe('npm publish --provenance --access public');
    expect(at('scripts/release.mjs')).toBeGreaterThan(-1);
    expect(at('npm test')).toBeGreaterThan(at('scripts/release.mjs'));
  });
});

describe('a release', () => {
  const manifest = (version: string) => ({ version, repository: {} });
  verifies('release.tag');
  const changelog = '# Changelog\n\n## Unreleased\n\n## 0.2.0\n\n- Something.\n\n## 0.1.0\n\n';

  it('has the version as its tag, and a section in the changelog', () => {
    expect(obstacles('v0.2.0', manifest('0.2.0'), changelog)).toEqual([]);
    expect(obstacles('v0.2.1', manifest('0.2.0'), changelog)).toEqual([
      'the tag is v0.2.1, the version v0.2.0',
    ]);
    expect(obstacles('v0.2', manifest('0.2'), changelog)).toEqual([
      'the changelog has no section "## 0.2"',
    ]);
    expect(obstacles('v0.1.0', manifest('0.1.0'), changelog)).toEqual([
      'the changelog says nothing of 0.1.0',
    ]);
  });

  it('needs a repository, which the provenance names', () => {
    expect(obstacles('v0.2.0', { version: '0.2.0' }, changelog)).toEqual([
      'package.json names no repository',
    ]);
  });

  it('leaves nothing under "Unreleased"', () => {
    const late = changelog.replace('## Unreleased\n', '## Unreleased\n\n- More.\n');
    expect(obstacles('v0.2.0', manifest('0.2.0'), late)).toEqual([
      'the changelog still has entries under "Unreleased"',
    ]);
  });
});
