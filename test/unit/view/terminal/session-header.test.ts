import { describe, expect, it } from 'vitest';
import { shellWord } from '../../../../src/view/terminal/shell.ts';
import { conversation } from '../../../support/conversation.ts';
import { verifies } from '../../../support/verifies.ts';
import { inputOf, linesOf, textOf } from '../support.ts';

describe('the command of the header', () => {
  it('can be pasted into a shell', () => {
    verifies('view:shell-command');
    const words = ['node', 'my server.js', "it's", '$HOME', '', '--a=b/c.d', 'a\u001bb\u{e0041}\\'];
    expect(words.map(shellWord)).toEqual([
      'node',
      "'my server.js'",
      `'it'"'"'s'`,
      "'$HOME'",
      "''",
      '--a=b/c.d',
      "$'a\\x1bb\\U000e0041\\\\'",
    ]);
  });

  it('stands on lines that continue each other where one is too short', () => {
    const command = ['npx', '-y', 'server-with-a-name', '/first/folder', '/second/folder'];
    const server = { label: 'x', command };
    const session = conversation({ header: { server } }).session();
    const lines = linesOf(inputOf(session), { width: 40 });
    const start = lines.indexOf('npx -y server-with-a-name \\');
    expect(lines.slice(start + 1, start + 2)).toEqual(['  /first/folder /second/folder']);
    expect(textOf(inputOf(session), { width: 200 })).toContain(`: ${command.join(' ')}\n`);
  });
});
