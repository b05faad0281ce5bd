import { stdioRecording } from '../text/recording.ts';

/** Levels of a value: a call for each would end at a third of it. */
export const DEEP = 10_000;

/** Values that are deep, by how. */
export const NESTED: Readonly<Record<string, string>> = {
  arrays: '['.repeat(DEEP) + ']'.repeat(DEEP),
  objects: `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  both: `${'[{"a":'.repeat(DEEP / 2)}1${'}]'.repeat(DEEP / 2)}`,
};

/** Where a client or server may put any value it likes. */
const ANY_VALUE = [
  'argument value',
  'structured',
  'data',
  'default',
  'meta value',
  'param value',
  'log',
];

/** A recording with this value in all these places, and as the text of a result. */
export function nestedRecording(json: string): Buffer {
  let lines = stdioRecording(placed).toString();
  for (const place of ANY_VALUE) lines = lines.replaceAll(`"${placed(place)}"`, () => json);
  const asText = JSON.stringify(json);
  return Buffer.from(lines.replaceAll(`"${placed('result')}"`, () => asText));
}

/** The same conversation without anything large. */
export function plainRecording(): Buffer {
  return stdioRecording(placed);
}

/** No other text of the recording is spelled like the text of a place. */
function placed(place: string): string {
  return `‹${place}›`;
}

/** Schemas that are small, or simple to look at, and endless for whoever follows them. */
export const SCHEMAS: Readonly<Record<string, string>> = {
  'a reference to itself': '{"$ref":"#"}',
  'references in a ring':
    '{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}',
  'allOf that doubles 30 times': doubling('allOf'),
  'anyOf that doubles 30 times': doubling('anyOf'),
  'oneOf that doubles 30 times': doubling('oneOf'),
  'a chain of 2,000 references': `{"$ref":"#/$defs/d0","$defs":{${many(2000, (nth) => `"d${nth}":{"$ref":"#/$defs/d${nth + 1}"}`)},"d2000":{"type":"object"}}}`,
  'patterns that take for ever':
    '{"type":"object","properties":{"argument":{"type":"string","pattern":"^(a+)+$"}},"patternProperties":{"^(a|a)*$":{}},"additionalProperties":{"pattern":"^(a|aa)+$"}}',
  'an enum of 50,000 values': `{"type":"object","properties":{"argument":{"enum":[${many(50_000, (nth) => `"value ${nth}"`)}]}}}`,
  '10,000 levels of properties': nested('{"type":"object","properties":{"a":', '}}'),
  '10,000 levels of items': nested('{"type":"array","items":', '}'),
  '10,000 levels of anyOf': nested('{"anyOf":[', ']}'),
  '10,000 levels of definitions': nested('{"$defs":{"a":', '}}'),
  'no schema': '{"type":["__proto__",7],"properties":[],"required":"x","$defs":null,"pattern":"("}',
};

/** A recording whose tools have this schema for what they take and give. */
export function schemaRecording(schema: string): Buffer {
  const slow = new Set(['argument value', 'structured']);
  const lines = stdioRecording((place) => (slow.has(place) ? `${'a'.repeat(40)}!` : place));
  const both = `"inputSchema":${schema},"outputSchema":${schema},"annotations"`;
  return Buffer.from(
    lines.toString().replaceAll(/"inputSchema":\{.*?\},"annotations"/g, () => both),
  );
}

/** A schema in a schema, and so on. */
function nested(open: string, close: string): string {
  return `${open.repeat(DEEP)}{"type":"string"}${close.repeat(DEEP)}`;
}

function doubling(word: string): string {
  const twice = (nth: number) =>
    `"d${nth}":{"${word}":[{"$ref":"#/$defs/d${nth + 1}"},{"$ref":"#/$defs/d${nth + 1}"}]}`;
  return `{"type":"object","$ref":"#/$defs/d0","$defs":{${many(30, twice)},"d30":{"type":"object"}}}`;
}

function many(count: number, item: (nth: number) => string): string {
  return Array.from({ length: count }, (_, nth) => item(nth)).join(',');
}
