import { afterEach, describe, expect, it, vi } from 'vitest';
import { endLike } from '../../../src/cli/end-like.ts';
import { verifies } from '../../support/verifies.ts';

describe('ending as the server did', () => {
  verifies('platforms.branches');
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  afterEach(() => kill.mockClear());

  it('gives its code', () => {
    expect(endLike({ code: 3, signal: null })).toBe(3);
    expect(endLike({ code: null, signal: null })).toBe(0);
    expect(kill).not.toHaveBeenCalled();
  });

  it('ends by its signal, and says it as shells do where that does not end us', () => {
    expect(endLike({ code: null, signal: 'SIGTERM' }, 'linux')).toBe(143);
    expect(kill).toHaveBeenCalledWith(process.pid, 'SIGTERM');
  });

  it('says the signal on Windows, where one to oneself would cut the output', () => {
    expect(endLike({ code: null, signal: 'SIGKILL' }, 'win32')).toBe(137);
    expect(kill).not.toHaveBeenCalled();
  });
});
