import type { JsonNode } from '../../../src/model/json.ts';
import type { Message, Stray } from '../../../src/model/message.ts';
import { canonical } from '../../../src/protocol/canonical.ts';
import { hintsOf } from '../../../src/recording/hints.ts';
import { isJson, parseJson } from '../../../src/wire/json.ts';
import { parseFrame } from '../../../src/wire/parse.ts';
import { type FuzzTarget, holds } from '../target.ts';

/** Every frame gets an answer: messages that stand in it, or why there is none. */
export const target: FuzzTarget = {
  promise: 'every frame is a message, a batch or a stray with its reason; hints say the same',
  seeds: [
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}',
    '{"jsonrpc":"2.0","id":"a","result":null,"error":null}',
    '[{"id":1,"method":"a"},{"id":1.0,"result":{}},{"error":{"code":1}},7,{"id":[],"method":"x"}]',
    '[]',
    '{"id":1,"result":NaN}',
    Buffer.from('\ufeff{"method":"a","result":1}'),
    ' \t',
  ],
  words: [
    '"jsonrpc":"2.0"',
    '"id":',
    '"method":',
    '"params":',
    '"result":',
    '"error":',
    'NaN',
    'Infinity',
  ],
  run: (bytes) => {
    for (const from of ['client', 'server'] as const)
      for (const eol of ['\n', '\r\n', ''] as const) {
        const { content } = parseFrame({ seq: 0, at: 0, from, bytes, eol });
        if (content.kind === 'stray') stray(content, bytes, from === 'server' && eol === '');
        else if (content.kind === 'batch') for (const each of content.members) member(each, bytes);
        else {
          message(content, bytes);
          hinted(content, bytes);
        }
      }
  },
};

function member(each: Message | Stray, bytes: Buffer): void {
  if (each.kind !== 'stray') message(each, bytes);
}

function message(found: Message, bytes: Buffer): void {
  const { node } = found;
  const own = parseJson(bytes.subarray(node.start, node.end), 0, { lenient: true });
  holds(own.ok && canonical(own.node) === canonical(node), 'a message stands at its bytes');
  if ('id' in found && found.id && found.id.kind !== 'null') {
    const { text, key } = found.id;
    const again = parseJson(Buffer.from(text), 0, { lenient: true });
    holds(
      again.ok && (again.node.kind === 'number' || again.node.kind === 'string'),
      `an id is spelled: ${text}`,
    );
    holds(key !== '', 'an id has a key');
  }
}

function stray({ why, offset, almost, detail }: Stray, bytes: Buffer, isUnended: boolean): void {
  holds(detail !== '' && !/[\n\r]/.test(detail), 'a reason is one line');
  holds(
    offset === undefined || (offset >= 0 && offset <= bytes.length),
    'the place is in the frame',
  );
  const parsed = parseJson(bytes);
  const isNoJson =
    why === 'not-json' || why === 'blank' || why === 'bom' || (why === 'cut' && !isUnended);
  holds(isUnended || parsed.ok === !isNoJson, `${why} is the reason`);
  if (almost) message(almost, bytes);
}

/** What a reader takes from the hints is what the message says. */
function hinted(found: Message, bytes: Buffer): void {
  if (!isJson(bytes)) return;
  const { method, id } = hintsOf(bytes);
  if (method === undefined && id === undefined) return;
  const texts: Record<string, JsonNode | undefined> = { method: read(method), id: read(id) };
  const isCall = found.kind === 'request' || found.kind === 'notification';
  holds(
    (method !== undefined) === isCall || method === undefined,
    'only a call has a hinted method',
  );
  if (isCall && method !== undefined)
    holds(
      texts['method']?.kind === 'string' && texts['method'].value === found.method,
      'the hinted method',
    );
  if (method !== undefined)
    holds((id !== undefined) === (found.kind === 'request'), 'a hinted request has an id');
}

function read(text: string | undefined): JsonNode | undefined {
  const parsed = text === undefined ? undefined : parseJson(Buffer.from(text));
  return parsed?.ok ? parsed.node : undefined;
}
