import { describe, expect, it } from 'vitest';
import { colourLevel, paletteOf } from '../../../../src/view/terminal/colour.ts';
import { verifies } from '../../../support/verifies.ts';

const terminal = { flag: undefined, isTTY: true, env: { TERM: 'xterm' } } as const;

describe('colour', () => {
  verifies('view:colour-rule');

  it.each([
    [terminal, 'basic'],
    [{ ...terminal, isTTY: false }, 'none'],
    [{ ...terminal, flag: 'auto' }, 'basic'],
    [{ ...terminal, flag: 'never' }, 'none'],
    [{ ...terminal, flag: 'always', isTTY: false }, 'basic'],
    [{ ...terminal, env: { TERM: 'dumb' } }, 'none'],
    [{ ...terminal, env: { TERM: 'xterm-256color' } }, 'full'],
    [{ ...terminal, env: { TERM: 'xterm', COLORTERM: 'truecolor' } }, 'full'],
    [{ ...terminal, env: { TERM: 'xterm', NO_COLOR: '1' } }, 'none'],
    [{ ...terminal, env: { TERM: 'xterm', NO_COLOR: '' } }, 'basic'],
    [{ ...terminal, flag: 'always', env: { NO_COLOR: '1' } }, 'basic'],
    [{ ...terminal, flag: 'never', env: { FORCE_COLOR: '1' } }, 'none'],
    [{ ...terminal, isTTY: false, env: { FORCE_COLOR: '1' } }, 'basic'],
    [{ ...terminal, isTTY: false, env: { FORCE_COLOR: '3' } }, 'full'],
    [{ ...terminal, env: { FORCE_COLOR: '0' } }, 'none'],
    [{ ...terminal, env: { NO_COLOR: '1', FORCE_COLOR: '1' } }, 'none'],
  ] as const)('for %j is %s', (wish, level) => {
    expect(colourLevel(wish)).toBe(level);
  });

  it('paints by level alone, whatever the process was started with', () => {
    expect(paletteOf('none').bad('x')).toBe('x');
    expect(paletteOf('basic').bad('x')).toBe('\u001b[31mx\u001b[39m');
    expect(paletteOf('none').fate('fails')('x')).toBe('x');
  });
});
