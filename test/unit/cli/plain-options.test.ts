import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/flags.ts';
import { parse } from '../../../src/cli/parse.ts';
import { plainOptions } from '../../../src/cli/plain-options.ts';
import fc from '../../support/fast-check.ts';

const withCommand = commands.filter((each) => each.takesCommand);

/** What commander makes of the same arguments; undefined: it refuses them. */
async function asCommander(name: string, own: readonly string[]) {
  let found: { operands: string[]; options: object } | undefined;
  try {
    await parse([name, ...own], [name, ...own], async (_, operands, options) => {
      found = { operands, options };
    });
  } catch {
    return undefined;
  }
  return found;
}

describe('options without commander', () => {
  it('are what commander reads, whenever they are read at all', async () => {
    const args = fc.constantFrom(...withCommand).chain((spec) => {
      const spellings = spec.flags.flatMap((flag) => flag.spelling.match(/--?[a-z][a-z-]*/g) ?? []);
      const arg = fc.oneof(
        {
          weight: 3,
          arbitrary: fc.tuple(fc.constantFrom(...spellings), fc.constantFrom('a', '7')),
        },
        { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...spellings)) },
        fc.constantFrom(['a'], [''], ['-'], ['--nothing'], ['--label=x'], ['-ox'], ['constructor']),
      );
      const own = fc.array(arg, { maxLength: 4 }).map((parts) => parts.flat());
      return fc.tuple(fc.constant(spec), own);
    });
    let read = 0;
    await fc.assert(
      fc.asyncProperty(args, async ([spec, own]) => {
        const options = plainOptions(spec, own);
        if (!options) return;
        read += own.length > 0 ? 1 : 0;
        expect({ operands: [], options }).toEqual(await asCommander(spec.name, own));
      }),
      { numRuns: 4000 },
    );
    expect(read).toBeGreaterThan(20);
  });

  it('of tee in the configuration of a host are read', () => {
    const tee = withCommand.find(({ name }) => name === 'tee');
    if (!tee) throw new Error('there is no tee');
    const own = ['--dir', '/mcp', '-o', 'a.ndjson', '--max-bytes', '100', '--strict'];
    expect(plainOptions(tee, own)).toEqual({
      dir: '/mcp',
      output: 'a.ndjson',
      maxBytes: '100',
      strict: true,
    });
    expect(plainOptions(tee, [])).toEqual({});
  });
});
