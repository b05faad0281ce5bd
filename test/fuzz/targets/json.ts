import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { type JsonNode, nodeAt, walk } from '../../../src/model/json.ts';
import { memberSpans, valueText } from '../../../src/recording/members.ts';
import { isJson, parseJson } from '../../../src/wire/json.ts';
import { plainValue } from '../../support/json-texts.ts';
import { isPlatformFlaw, parsedByPlatform } from '../../support/platform-json.ts';
import { type FuzzTarget, holds } from '../target.ts';

/** JSON is taken and refused as JSON.parse does, with the same values, each at its own bytes. */
export const target: FuzzTarget = {
  promise: 'JSON is taken or refused as JSON.parse does, with the same values at their bytes',
  seeds: [
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":[1.5e-3,-0,true,false,null]}}',
    ' [ "\\u00e9\\ud83c\\udf89 \\"\\\\\\/\\b\\f\\n\\r\\t" , { "" : { } , "a" : [ ] } ] \r\n',
    '{"a":1,"a":2,"__proto__":{"b":12345678901234567890}}',
    Buffer.from('"é€🎉\u2028\ufeff"'),
    Buffer.concat([Buffer.from('["'), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('"]')]),
  ],
  run: (bytes) => {
    const result = parseJson(bytes);
    const lenient = parseJson(bytes, 0, { lenient: true });
    if (!result.ok) {
      holds(!isJson(bytes), 'isJson refuses it too');
      holds(result.offset >= 0 && result.offset <= bytes.length, 'the error has a place');
      if (isUtf8(bytes)) holds(!parsedByPlatform(bytes.toString()), 'JSON.parse refuses it too');
      return;
    }
    holds(
      lenient.ok && isDeepStrictEqual(lenient.node, result.node),
      'the lenient reading is the same',
    );
    holds(isJson(bytes) === isUtf8(bytes), 'isJson takes it when it is UTF-8');
    holds(
      isUtf8(bytes) === !result.defects.some(({ kind }) => kind === 'invalid-utf8'),
      'what is no UTF-8 is told',
    );
    asPlatform(bytes, result.node);
    placed(bytes, result.node);
    // Of repeated keys a pointer leads to the last one.
    if (result.defects.length === 0) pointed(result.node);
    spanned(bytes, result.node);
  },
};

function asPlatform(bytes: Buffer, node: JsonNode): void {
  const expected = parsedByPlatform(bytes.toString());
  holds(expected !== undefined, 'JSON.parse takes it too');
  const ours = plainValue(node);
  holds(
    isDeepStrictEqual(ours, expected.value) || isPlatformFlaw(bytes.toString(), node, ours),
    'the value is that of JSON.parse',
  );
}

/** Each value is at its bytes: they alone give it again. */
function placed(bytes: Buffer, root: JsonNode): void {
  for (const [pointer, node] of [...walk(root)].slice(0, 200)) {
    const alone = parseJson(bytes.subarray(node.start, node.end));
    holds(
      alone.ok && isDeepStrictEqual(plainValue(alone.node), plainValue(node)),
      `a value is at its bytes: ${pointer}`,
    );
  }
}

function pointed(root: JsonNode): void {
  for (const [pointer, node] of [...walk(root)].slice(0, 200))
    holds(nodeAt(root, pointer) === node, `a pointer leads to its value: ${pointer}`);
}

/** The quick look at the members of an object sees the same ones. */
function spanned(bytes: Buffer, node: JsonNode): void {
  const spans = memberSpans(bytes);
  holds((spans !== undefined) === (node.kind === 'object'), 'an object has members');
  if (!spans || node.kind !== 'object') return;
  holds(spans.length === node.members.length, 'all members are found');
  for (const [index, { value }] of node.members.entries()) {
    const span = spans[index];
    holds(
      span !== undefined &&
        valueText(bytes, span) === bytes.toString('utf8', value.start, value.end).trim(),
      'a member has its value',
    );
  }
}
