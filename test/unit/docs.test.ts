import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/flags.ts';
import { argumentsOf } from '../support/console-blocks.ts';
import { verifies } from '../support/verifies.ts';

const root = join(import.meta.dirname, '..', '..');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...markdownIn('docs'),
  'recordings/README.md',
];

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

/** Lines of code blocks that are commands of ours. */
function commandsIn(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks = [...text.matchAll(/^```(?:sh|console|bash)?\n([\s\S]*?)^```/gm)];
  return blocks.flatMap(([, block = '']) =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => line.replace(/^\$ /, ''))
      .filter((line) => /^(npx )?sadap [a-z]/.test(line)),
  );
}

/** What is wrong with a command line of ours; undefined: nothing. */
function flaw(line: string): string | undefined {
  const [name = '', ...args] = argumentsOf(
    line.replace(/^(npx )?sadap /, '').replace(/\s(#|\||>|;|&&)\s.*$/, ''),
  );
  const spec = commands.find((each) => each.name === name);
  if (!spec) return name === 'help' ? undefined : `no command ${name}`;
  const known = spec.flags.flatMap(({ spelling }) => spelling.match(/(?<![\w-])--?[\w-]+/g) ?? []);
  for (const argument of args) {
    // The line of the server's own command follows.
    if (argument === '--') return undefined;
    const flag = /^--?[a-z][\w-]*/i.exec(argument)?.[0];
    if (flag === undefined || flag === '-h' || flag === '--help') continue;
    if (!known.includes(flag) && !known.some((each) => each === `--no-${flag.slice(2)}`))
      return `${name} has no ${flag}`;
  }
  return undefined;
}

describe('commands in the documents', () => {
  verifies('docs:commands');

  it.each(pages)('exist, in %s', (page) => {
    const flaws = commandsIn(page).flatMap((line) => {
      const found = flaw(line);
      return found === undefined ? [] : [`${line}: ${found}`];
    });
    expect(flaws).toEqual([]);
  });

  it('are found at all', () => {
    expect(pages.flatMap(commandsIn).length).toBeGreaterThan(60);
    expect(flaw('sadap shwo')).toBe('no command shwo');
    expect(flaw('sadap show --hots x')).toBe('show has no --hots');
  });
});

describe('links in the documents', () => {
  verifies('docs:links');

  it.each(pages)('lead somewhere, in %s', (page) => {
    const path = join(root, page);
    const text = readFileSync(path, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
    const dead = [...text.matchAll(/\]\(([^)#\s]+)(#[^)\s]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => join(dirname(path), decodeURI(target)))
      .filter((target) => !existsSync(target));
    expect(dead.map((target) => relative(root, target))).toEqual([]);
  });
});
