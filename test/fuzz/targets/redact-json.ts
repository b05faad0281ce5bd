import { type JsonNode, member, pointerSteps, walk } from '../../../src/model/json.ts';
import { PERSONAL_SHAPES } from '../../../src/secrets/personal.ts';
import { isHarmless } from '../../../src/secrets/placeholders.ts';
import { Redactor } from '../../../src/secrets/redactor.ts';
import type { RedactionRules } from '../../../src/secrets/rules.ts';
import { parseJson } from '../../../src/wire/json.ts';
import { type FuzzTarget, holds, same } from '../target.ts';

const NOTHING: RedactionRules = {
  members: new Set(),
  pointers: [],
  patterns: [],
  personal: [],
  secrets: false,
};
const NAMED: RedactionRules = { ...NOTHING, members: new Set(['nik']) };
const ALL: RedactionRules = { ...NAMED, personal: PERSONAL_SHAPES, secrets: true };

/** Redaction of messages: what a named member held is nowhere in the result, and all else stays. */
export const target: FuzzTarget = {
  promise:
    'values of named members are nowhere in a redacted message; its shape stays; redacting it again changes nothing',
  seeds: [
    '{"id":1,"result":{"nik":"3201234567890001","text":"of 3201234567890001","a":[{"nik":[12345678,"abcdefgh"]}]}}',
    '{"result":{"content":[{"type":"text","text":"{\\"nik\\":\\"QWERTY123\\",\\"b\\":\\"{\\\\\\"nik\\\\\\":\\\\\\"zxcvbn99\\\\\\"}\\"}"}],"apiKey":"sk-abcdefghij0123456789"}}',
    '[{"method":"x","params":{"password":"hunter22","url":"https://u:passw0rd@h/p?token=abcdefgh","email":"a.b@example.com"}}]',
    '{"text":"token=ghp_abcdefghijklmnopqrstuvwxyz0123456789 Authorization: Bearer abcdefgh.ijkl","nik":"«redacted:nik:1»"}',
  ],
  words: [
    '"nik":',
    '«redacted:nik:1»',
    'sk-abcdefghij0123456789',
    '"password":',
    'Bearer ',
    'token=',
    '://u:p@h',
    '\\"',
  ],
  run: (bytes) => {
    const parsed = parseJson(bytes);
    const quiet = new Redactor(NOTHING).json(bytes);
    holds((quiet === undefined) === !parsed.ok, 'what is no JSON gives nothing');
    if (!parsed.ok || !quiet) return;
    same(quiet, bytes, 'the bytes where no rule holds');
    gone(bytes, parsed.node);
    const redacted = new Redactor(ALL).json(bytes) ?? Buffer.alloc(0);
    same(shapeOf(redacted), shapeOf(bytes), 'the shape');
    const again = new Redactor(ALL).json(redacted) ?? Buffer.alloc(0);
    same(again, redacted, 'what was redacted, redacted again');
  },
};

/** Values of `nik` are in no text of the result. */
function gone(bytes: Buffer, root: JsonNode): void {
  const values = [...walk(root)].flatMap(([, node]) => scalarsOf(member(node, 'nik'), bytes));
  const redactor = new Redactor(NAMED);
  redactor.json(bytes);
  const result = parseJson(redactor.json(bytes) ?? Buffer.alloc(0));
  holds(result.ok, 'what was redacted is JSON');
  const texts = textsOf(result.node).map((text) =>
    text.replaceAll(/«redacted:[\w.-]+:\d+»/g, '«»'),
  );
  for (const value of values) {
    if (value.length < 8 || isHarmless(value) || value.includes('redacted') || /[«»]/.test(value))
      continue;
    // A part of JSON in a text is no text of its own.
    const isJson = parseJson(Buffer.from(value)).ok;
    const found = texts.find((text) => (isJson ? text === value : text.includes(value)));
    holds(
      found === undefined,
      `a value is gone: ${JSON.stringify(value)} in ${JSON.stringify(found)}`,
    );
  }
}

function scalarsOf(node: JsonNode | undefined, bytes: Buffer): string[] {
  if (!node) return [];
  return [...walk(node)].flatMap(([, each]) => {
    if (each.kind === 'string') return [each.value];
    return each.kind === 'number' ? [bytes.toString('latin1', each.start, each.end)] : [];
  });
}

/** Texts and keys, but for what pairs messages. */
function textsOf(root: JsonNode): string[] {
  return [...walk(root)].flatMap(([pointer, node]) => {
    const steps = pointerSteps(pointer) ?? [];
    const key = steps.at(-1) ?? '';
    if (['id', 'jsonrpc', 'method', 'progressToken', 'requestId'].includes(key)) return [];
    const keys = node.kind === 'object' ? node.members.map((each) => each.key) : [];
    return node.kind === 'string' ? [node.value] : keys;
  });
}

/** Kinds of the values in order; keys may go, and scalars become texts. */
function shapeOf(bytes: Buffer): string {
  const parsed = parseJson(bytes);
  if (!parsed.ok) return 'no JSON';
  const kind = (node: JsonNode) =>
    node.kind === 'object' || node.kind === 'array' ? node.kind : '-';
  return [...walk(parsed.node)].map(([, node]) => kind(node)).join(' ');
}
