import { describe, expect, it } from 'vitest';
import { walk } from '../../src/model/json.ts';
import { PERSONAL_SHAPES } from '../../src/secrets/personal.ts';
import { Redactor } from '../../src/secrets/redactor.ts';
import type { RedactionRules } from '../../src/secrets/rules.ts';
import { parseJson } from '../../src/wire/json.ts';
import fc from '../support/fast-check.ts';
import { jsonText } from '../support/json-texts.ts';
import { verifies } from '../support/verifies.ts';

const NAMED: RedactionRules = {
  members: new Set(['nik', 'secretly']),
  pointers: [['params', '*', 'x']],
  patterns: [],
  personal: [],
  secrets: false,
};
const ALL: RedactionRules = { ...NAMED, personal: PERSONAL_SHAPES, secrets: true };

/** A value long enough to be looked for elsewhere, and unlike everything around it. */
const planted = fc.stringMatching(/^[A-Z]{3}[a-z0-9]{6,12}[!"\\\u00e9€]{0,2}$/);

describe('what a redactor takes out', () => {
  verifies('secrets:gone');

  it('is nowhere in the result: not as a member, in JSON inside a text, in a sentence or a key', () => {
    fc.assert(
      fc.property(planted, fc.string(), (value, around) => {
        const message = {
          result: {
            content: [
              { type: 'text', text: JSON.stringify({ data: [{ nik: value }], [value]: 1 }) },
              { type: 'text', text: `${around}${value}${around}` },
              { type: 'text', text: JSON.stringify(JSON.stringify({ secretly: [[value]] })) },
            ],
            structuredContent: { nik: { deep: value }, [`of ${value}`]: true },
          },
        };
        const redactor = new Redactor(NAMED);
        const bytes = Buffer.from(JSON.stringify(message));
        redactor.json(bytes);
        const text = redactor.json(bytes)?.toString() ?? '';
        for (let spelled = value, turn = 0; turn < 4; turn += 1) {
          expect(text).not.toContain(spelled);
          spelled = JSON.stringify(spelled).slice(1, -1);
        }
        expect(redactor.text(`said ${value} again`)).not.toContain(value);
      }),
    );
  });
});

describe('what no rule names', () => {
  verifies('secrets:rest');

  it('keeps its bytes: numbers, escapes, white space, order, repeated keys', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const bytes = Buffer.from(text);
        const redactor = new Redactor({ ...NAMED, members: new Set(), pointers: [] });
        expect(redactor.json(bytes)?.equals(bytes)).toBe(true);
      }),
    );
  });

  it('keeps its bytes beside what goes', () => {
    fc.assert(
      fc.property(jsonText, jsonText, planted, (before, after, value) => {
        const bytes = Buffer.from(
          `{ "a" :${before},"nik":${JSON.stringify(value)} , "b":${after}}`,
        );
        const redactor = new Redactor({ ...NAMED, members: new Set(['nik']), pointers: [] });
        const redacted = redactor.json(bytes)?.toString() ?? '';
        fc.pre(!before.includes('nik') && !after.includes('nik'));
        expect(redacted).toBe(`{ "a" :${before},"nik":"«redacted:nik:1»" , "b":${after}}`);
      }),
    );
  });

  it('is all that is left: what was redacted once holds nothing more', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const once = new Redactor(ALL).json(Buffer.from(text));
        const again = new Redactor(ALL);
        expect(again.json(once ?? Buffer.alloc(0))?.toString()).toBe(once?.toString());
        expect(again.takeHits()).toEqual([]);
      }),
    );
  });

  it('is the shape: objects, arrays and keys stay where they were', () => {
    const shapeOf = (bytes: Buffer) => {
      const parsed = parseJson(bytes);
      return parsed.ok ? [...walk(parsed.node)].map(([pointer]) => pointer) : undefined;
    };
    fc.assert(
      fc.property(jsonText, (text) => {
        const bytes = Buffer.from(text);
        const redacted = new Redactor(NAMED).json(bytes);
        expect(redacted && shapeOf(redacted)).toEqual(shapeOf(bytes));
      }),
    );
  });
});
