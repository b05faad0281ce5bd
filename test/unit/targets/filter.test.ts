import { describe, expect, it } from 'vitest';
import { withoutSensitive } from '../../../src/targets/asrama/filter.ts';
import fc from '../../support/fast-check.ts';
import { verifies } from '../../support/verifies.ts';

describe('the filter of sensitive members', () => {
  verifies('asrama-filters-sensitive');

  it('removes them at any depth and leaves everything else as it is', () => {
    const child = {
      id: 'A001',
      nik: '1',
      wali: { nama: 'x', no_hp_wali: '2', alamat: { kota: 'y' } },
    };
    expect(withoutSensitive({ data: [child, [child], 'nik', null] })).toEqual({
      data: [
        { id: 'A001', wali: { nama: 'x' } },
        [{ id: 'A001', wali: { nama: 'x' } }],
        'nik',
        null,
      ],
    });
  });

  it('leaves no sensitive member in any JSON value', () => {
    fc.assert(
      fc.property(jsonWithSecrets, (value) => {
        expect(JSON.stringify(withoutSensitive(value))).not.toContain(SECRET);
      }),
    );
  });

  it('changes nothing where there is none, and nothing the second time', () => {
    fc.assert(
      fc.property(jsonWithSecrets, (value) => {
        const once = withoutSensitive(value);
        expect(JSON.stringify(withoutSensitive(once))).toBe(JSON.stringify(once));
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(withoutSensitive(value))).toBe(JSON.stringify(value));
      }),
    );
  });
});

/** Occurs in the values of sensitive members only. */
const SECRET = 'tidak-boleh-keluar';

/** JSON in which sensitive members turn up at random places. */
const { value: jsonWithSecrets } = fc.letrec((tie) => {
  const key = fc.oneof(fc.string(), fc.constantFrom('id', '__proto__', 'Nik', 'alamat_sekolah'));
  const secret = fc.constantFrom(SECRET, [SECRET], { dalam: SECRET });
  return {
    value: fc.oneof({ maxDepth: 5 }, fc.integer(), fc.string(), tie('array'), tie('object')),
    array: fc.array(tie('value'), { maxLength: 4 }),
    object: fc
      .tuple(
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
        fc.dictionary(fc.constantFrom('nik', 'no_hp_wali', 'alamat'), secret, { maxKeys: 3 }),
      )
      .map(([plain, secrets]) => ({ ...secrets, ...plain })),
  };
});
