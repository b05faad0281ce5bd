import { describe, expect, it } from 'vitest';
import { HOSTS } from '../../../../src/interop/wrap/hosts.ts';
import fc from '../../../support/fast-check.ts';
import { verifies } from '../../../support/verifies.ts';
import { anyJsonc, anyToml } from './arbitrary.ts';
import { shapes } from './shapes.ts';
import { servers, unwrapped, wrapped } from './wrapping.ts';

const proxy = 'http://127.0.0.1:8765';

describe.each(shapes)('$host: $about', ({ host, text, wrapped: expected }) => {
  verifies(
    'wrap.every-host',
    'wrap.round-trip',
    'wrap.idempotent',
    'wrap.only-servers',
    'wrap.http',
  );
  const there = wrapped(host, text, { proxy });

  it('is wrapped', () => {
    expect(servers(host, there)).toEqual(expected);
  });

  it('differs in nothing but commands, arguments and URLs', () => {
    expect(skeleton(there)).toBe(skeleton(text));
  });

  it('is the same when it is wrapped again', () => {
    expect(wrapped(host, there, { proxy })).toBe(there);
  });

  it('comes back as it was', () => {
    expect(unwrapped(host, there, { backups: [text] })).toBe(text);
  });

  it('comes back server by server, in any order', () => {
    const names = expected.map((each) => /^(.+?) (?:stdio|http|none) /.exec(each)?.[1] ?? '');
    const back = names.toReversed().reduce((now, name) => {
      return unwrapped(host, now, { names: [name], backups: [text] });
    }, there);
    expect(back).toBe(text);
  });
});

/** Without the members that may change, however they are written. */
function skeleton(text: string): string {
  return text
    .replaceAll(/,?\s*(?:[\w".]+\.)?"?args"?\s*[:=]\s*\[[^\]]*\]/g, '')
    .replaceAll(/("?\b(?:command|path|url|httpUrl|serverUrl)"?\s*[:=]\s*)("""|"|').*?\2/g, '$1');
}

describe('the shapes', () => {
  it('cover every host', () => {
    expect(new Set(shapes.map(({ host }) => host))).toEqual(new Set(HOSTS.map(({ id }) => id)));
  });
});

describe('any configuration', () => {
  verifies('wrap.round-trip', 'wrap.idempotent');

  it.each([
    { format: 'JSON with comments', host: 'cursor', texts: anyJsonc },
    { format: 'TOML', host: 'codex', texts: anyToml },
  ])('$format: unwrap after wrap gives back the same bytes', ({ host, texts }) => {
    fc.assert(
      fc.property(texts, (text) => {
        const there = wrapped(host, text, { proxy });
        expect(servers(host, there).filter((each) => / direct /.test(each))).toEqual([]);
        expect(wrapped(host, there, { proxy })).toBe(there);
        expect(unwrapped(host, there, { backups: [text] })).toBe(text);
      }),
      { numRuns: 300 },
    );
  });
});
