import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { examplesOf } from '../support/examples.ts';
import { verifies } from '../support/verifies.ts';
import { commonFolder, installed } from './support/installed.ts';

const root = join(import.meta.dirname, '..', '..');
const examples = examplesOf(readFileSync(join(root, 'docs/reference/library.md'), 'utf8'));
const scratch = commonFolder();
const project = join(scratch, 'project');

beforeAll(async () => {
  await installed(scratch, project);
  mkdirSync(join(project, 'node_modules', '@types'));
  // Examples read files: what Node has is known to whoever writes for it.
  symlinkSync(join(root, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  for (const [index, { language, code }] of examples.entries())
    if (language === 'ts') writeFileSync(join(project, `example-${index}.ts`), code);
});

/** What the compiler says of the examples; nothing when it is content. */
async function complaints(options: readonly string[]): Promise<string> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const files = examples.flatMap(({ language }, index) =>
    language === 'ts' ? [`example-${index}.ts`] : [],
  );
  const common = [
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--types',
    'node',
    '--pretty',
    'false',
  ];
  try {
    await promisify(execFile)(process.execPath, [tsc, ...common, ...options, ...files], {
      cwd: project,
    });
    return '';
  } catch (error) {
    // The compiler prints what is wrong, and exits with 1 or 2.
    return (error as { stdout: string }).stdout;
  }
}

describe('the types of the library, as installed', () => {
  verifies('library.types');

  it.each([
    ['Node 16 and newer', ['--module', 'node16', '--moduleResolution', 'node16']],
    ['Node of today', ['--module', 'nodenext']],
    ['bundlers', ['--module', 'esnext', '--moduleResolution', 'bundler']],
  ])('fit the examples of its page, as %s resolve modules', async (_, options) => {
    expect(await complaints(options)).toBe('');
  });

  it('are really looked at', async () => {
    const wrong = join(project, 'example-0.ts');
    const right = readFileSync(wrong, 'utf8');
    writeFileSync(wrong, right.replace('session.era', 'session.aera'));
    expect(await complaints(['--module', 'nodenext'])).toContain("Property 'aera' does not exist");
    writeFileSync(wrong, right);
  });
});
