import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../support/verifies.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const schema = JSON.parse(readFileSync(join(root, 'docs/reference/recording.schema.json'), 'utf8'));
const validate = new Ajv2020({ allErrors: false, strict: false, validateFormats: false }).compile(
  schema,
);
const recordings = readdirSync(join(root, 'recordings')).filter((name) => name.endsWith('.ndjson'));

describe('the JSON Schema of recordings', () => {
  verifies('recording:schema');

  it.each(recordings)('takes every line of %s', (name) => {
    for (const line of readFileSync(join(root, 'recordings', name), 'utf8')
      .trimEnd()
      .split('\n'))
      expect({ line, valid: validate(JSON.parse(line)) }).toEqual({ line, valid: true });
  });

  it('takes every example of the reference page', () => {
    const page = readFileSync(join(root, 'docs/reference/recording-format.md'), 'utf8');
    const lines = [...page.matchAll(/```ndjson\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
      block.trimEnd().split('\n'),
    );
    expect(lines.length).toBeGreaterThan(15);
    for (const line of lines)
      expect({ line, valid: validate(JSON.parse(line)) }).toEqual({ line, valid: true });
  });

  it.each([
    '{"type":"message","seq":0,"from":"client","message":{}}',
    '{"type":"message","seq":0,"at":"2026-11-30T10:10:00.123456Z","from":"model","message":{}}',
    '{"type":"stray","seq":0,"at":"2026-11-30T10:10:00.123456Z","from":"server","why":"not-json"}',
    '{"type":"header","format":"other","version":1}',
    '{"type":"surprise","seq":0,"at":"2026-11-30T10:10:00.123456Z"}',
  ])('refuses %s', (line) => {
    expect(validate(JSON.parse(line))).toBe(false);
  });
});
