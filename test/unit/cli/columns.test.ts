import { describe, expect, it } from 'vitest';
import { columnsOf, type Surfaces } from '../../../src/cli/columns.ts';
import { verifies } from '../../support/verifies.ts';

const NOTHING: Surfaces = { stdout: {}, stderr: {}, env: {} };
const terminal = (columns: number) => ({ isTTY: true, columns });

describe('the columns that text fills', () => {
  verifies('cli.width');

  it('are those of the terminal, whatever else is said', () => {
    expect(columnsOf({ stdout: terminal(80), stderr: terminal(90), env: { COLUMNS: '70' } })).toBe(
      80,
    );
  });

  it('are those of COLUMNS in a pipe, when it is a number', () => {
    const pipe = { ...NOTHING, stderr: terminal(90) };
    expect(columnsOf({ ...pipe, env: { COLUMNS: '70' } })).toBe(70);
    for (const no of ['', '0', 'wide', '-80', '80.5', '1e3', '100000'])
      expect(columnsOf({ ...pipe, env: { COLUMNS: no } })).toBe(90);
  });

  it('are 100 where nothing tells, or says that it has none', () => {
    expect(columnsOf(NOTHING)).toBe(100);
    expect(columnsOf({ ...NOTHING, stdout: terminal(0), stderr: terminal(0) })).toBe(100);
    expect(columnsOf({ ...NOTHING, stderr: { columns: 70 } })).toBe(100);
  });
});
