import { describe, expect, it } from 'vitest';
import { windowsCommand } from '../../../../src/capture/tee/windows-command.ts';
import fc from '../../../support/fast-check.ts';
import { verifies } from '../../../support/verifies.ts';

const NODE = 'C:\\Program Files\\nodejs';

/** A system with these files, whatever the case of their names. */
function system(files: readonly string[], env: Record<string, string> = {}) {
  const there = new Set(files.map((each) => each.toLowerCase()));
  return {
    env: { Path: `C:\\Windows;"${NODE}";;D:\\tools`, ...env },
    cwd: 'C:\\work',
    isFile: (path: string) => there.has(path.toLowerCase()),
  };
}

/** What stands in the quotes that `/s` takes away. */
function lineOf(args: readonly string[]): string {
  expect(args.slice(0, -1)).toEqual(['/e:on', '/v:off', '/d', '/s', '/c']);
  return /^"(.*)"$/s.exec(args.at(-1) ?? '')?.[1] ?? '';
}

describe('a command on Windows', () => {
  verifies('tee:windows-command');
  const npx = [`${NODE}\\npx`, `${NODE}\\npx.cmd`, `${NODE}\\npx.ps1`];

  it('npx is found in PATH, by an ending, and started by cmd.exe', () => {
    const command = windowsCommand(['npx', '-y', 'a b'], system(npx));
    expect(command).toMatchObject({ file: 'cmd.exe', windowsVerbatimArguments: true });
    expect(lineOf(command.args)).toBe(`"${NODE}\\npx.cmd" "-y" "a b"`);
  });

  it('cmd.exe is the one that the system names', () => {
    const { file } = windowsCommand(['npx'], system(npx, { COMSPEC: 'C:\\W\\cmd.exe' }));
    expect(file).toBe('C:\\W\\cmd.exe');
  });

  it.each([
    ['a program', 'node', [`${NODE}\\node.exe`]],
    [
      'a program before a batch file of a later folder',
      'x',
      [`${NODE}\\x.exe`, 'D:\\tools\\x.cmd'],
    ],
    ['a program with its ending', 'node.exe', [`${NODE}\\node.exe`]],
    ['nothing that is there', 'npx', []],
    ['a batch file of the folder that happens to be open', 'npx', ['C:\\work\\npx.cmd']],
    ['a script for another shell', 'npx', [`${NODE}\\npx`, `${NODE}\\npx.ps1`]],
    ['no name', '', npx],
  ])('%s is left to the system', (_, file, files) => {
    const command = windowsCommand([file, 'a b'], system(files));
    expect(command).toEqual({ file, args: ['a b'], windowsVerbatimArguments: false });
  });

  it.each([
    ['./run.cmd', 'C:\\work\\run.cmd'],
    ['sub\\run', 'C:\\work\\sub\\run.bat'],
    ['D:\\x\\run.v2', 'D:\\x\\run.v2.cmd'],
    ['RUN.BAT', 'D:\\tools\\run.bat'],
  ])('%s means %s', (file, path) => {
    const { args } = windowsCommand([file], system([path]));
    expect(lineOf(args).toLowerCase()).toBe(`"${path}"`.toLowerCase());
  });

  it('PATHEXT says what a program is, and in which order', () => {
    const files = ['D:\\tools\\x.bat', 'D:\\tools\\x.cmd'];
    const { args } = windowsCommand(['x'], system(files, { PATHEXT: '.CMD;.BAT' }));
    expect(lineOf(args)).toBe('"D:\\tools\\x.cmd"');
    const none = windowsCommand(['x'], system(files, { PATHEXT: '.EXE' }));
    expect(none.file).toBe('x');
  });

  it.each(['a\nb', 'a\rb', 'a\0b'])('a line break cannot be handed over: %j', (argument) => {
    expect(() => windowsCommand(['npx', argument], system(npx))).toThrow(
      expect.objectContaining({ code: 'EINVAL', syscall: 'spawn' }),
    );
  });

  it('any arguments arrive, and nothing of them is a command of cmd.exe', () => {
    const unit = fc.constantFrom(...'ab "\\%^&|<>()!;,=`\'*?{}[]~é'.split(''), '%PATH%', '%cd%');
    const argument = fc.string({ unit, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(argument, { maxLength: 4 }), (args) => {
        const line = readByCmd(lineOf(windowsCommand(['npx', ...args], system(npx)).args));
        expect(argumentsOf(line)).toEqual([`${NODE}\\npx.cmd`, ...args]);
      }),
    );
  });
});

/** What cmd.exe makes of a line, twice: itself, and once more in the batch file, by `%*`. */
function readByCmd(line: string): string {
  // Two percent signs have no name between them: the first one stays, the second begins a name.
  const expanded = line.replaceAll(/%([^%:]+)(:[^%]*)?%/g, (_, name: string, part?: string) => {
    expect([name, part]).toEqual(['cd', ':~,']);
    return '';
  });
  let isQuoted = false;
  for (const char of expanded) {
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted) expect(char).not.toMatch(/[&|<>^()]/);
  }
  expect(isQuoted).toBe(false);
  return expanded;
}

/** How the C library of a program takes its command line apart. */
function argumentsOf(line: string): string[] {
  const found: string[] = [];
  let [word, isQuoted, begun] = ['', false, false];
  for (let at = 0; at < line.length; at += 1) {
    const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
    const next = line[at + slashes];
    if (slashes > 0) {
      word += '\\'.repeat(next === '"' ? slashes >> 1 : slashes);
      begun = true;
      at += slashes - 1;
      if (next === '"' && slashes % 2 === 1) {
        word += '"';
        at += 1;
      }
    } else if (next === '"' && isQuoted && line[at + 1] === '"') {
      word += '"';
      at += 1;
    } else if (next === '"') {
      isQuoted = !isQuoted;
      begun = true;
    } else if (next === ' ' && !isQuoted) {
      if (begun) found.push(word);
      [word, begun] = ['', false];
    } else {
      word += next;
      begun = true;
    }
  }
  return begun ? [...found, word] : found;
}
