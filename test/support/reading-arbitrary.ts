import type { Side } from '../../src/model/frame.ts';
import type { Profile } from '../../src/model/profile.ts';
import type { FateKind } from '../../src/model/reading.ts';
import type { Session } from '../../src/model/session.ts';
import { profileOf } from '../../src/reading/profiles.ts';
import { RULE_NAMES } from '../../src/reading/rules.ts';
import { conversation } from './conversation.ts';
import fc from './fast-check.ts';

/** A request and its answer as lines, and who asks. */
export interface Asked {
  readonly asker: Side;
  readonly request: string;
  readonly reply: string;
}

/**
 * One request with its answer, of any method and either side. Params and results look like those of
 * the specification, with members missing, strange, of a wrong type or twice. Each free string is a
 * marker of its own (`M17M`).
 */
export function anyAsked(): fc.Arbitrary<Asked> {
  return fc
    .record({
      method: fc.constantFrom(...METHODS),
      server: fc.boolean(),
      params: value,
      answer: fc.constantFrom('result', 'result', 'result', 'error'),
      body: value,
      extra: fc.option(value, { freq: 5 }),
    })
    .map(({ method: [asks, method], server, params, answer, body, extra }) => {
      const mark = marked();
      const more = extra === null ? '' : `,"extra":${mark(extra)}`;
      return {
        asker: server && asks !== 'client' ? 'server' : 'client',
        request: `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${mark(params)}${more}}`,
        reply: `{"jsonrpc":"2.0","id":1,"${answer}":${mark(body)}${more}}`,
      };
    });
}

/** The default profile with any fate for each rule: the readers must follow whatever it says. */
export function anyProfile(): fc.Arbitrary<Profile> {
  const fates = fc.constantFrom<FateKind[]>(...FATES);
  const rules = Object.fromEntries(RULE_NAMES.map((name) => [name, fc.record({ fate: fates })]));
  return fc.record(rules).map((each) => ({ ...profileOf(), rules: each }));
}

const FATES: readonly FateKind[] = ['reads', 'renamed', 'wrote', 'host', 'dropped', 'unknown'];

/** The session of these two lines. */
export function sessionOf({ asker, request, reply }: Asked): Session {
  const talk = conversation();
  if (asker === 'client') return talk.client(request).server(reply).session();
  return talk.server(request).client(reply).session();
}

const METHODS = [
  ['client', 'tools/list'],
  ['client', 'tools/list'],
  ['client', 'tools/call'],
  ['client', 'tools/call'],
  ['client', 'tasks/get'],
  ['client', 'initialize'],
  ['client', 'prompts/get'],
  ['client', 'resources/read'],
  ['client', 'completion/complete'],
  ['either', 'sampling/createMessage'],
  ['either', 'elicitation/create'],
  ['either', 'never/heard'],
] as const;

/** Strings that are not markers: they choose between shapes. */
const WORDS = ['text', 'text', 'text', 'image', 'audio', 'input_required', 'task'];

/** `@` stands for a marker that is filled in once the whole message is known. */
const word = fc.oneof(
  { weight: 6, arbitrary: fc.constant('"@"') },
  { weight: 1, arbitrary: fc.constantFrom(...WORDS).map((each) => JSON.stringify(each)) },
);

const KEYS = ['content', 'text', 'name', '_meta', 'toString', '__proto__', 'a/b', '~', ''];

/** An alias, because an interface is no record of them. */
type Texts = {
  readonly value: string;
  readonly any: string;
  readonly block: string;
  readonly tool: string;
  readonly schema: string;
};

const { value } = fc.letrec<Texts>((tie) => {
  const list = (item: fc.Arbitrary<string>) =>
    fc.array(item, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`);
  const members = (shape: { [key: string]: fc.Arbitrary<string> }) => {
    const known = fc
      .constantFrom(...Object.keys(shape))
      .chain((key) => member(key, shape[key] ?? word));
    const strange = fc.constantFrom(...KEYS).chain((key) => member(key, tie('any')));
    const all = Object.entries(shape).map(([key, each]) => member(key, each));
    const some = fc.array(fc.oneof({ weight: 4, arbitrary: known }, strange), { maxLength: 4 });
    return fc
      .tuple(fc.oneof(fc.tuple(...all), fc.constant([])), some)
      .map((parts) => `{${parts.flat().join(',')}}`);
  };
  const or = (good: fc.Arbitrary<string>) =>
    fc.oneof({ weight: 8, arbitrary: good }, { weight: 1, arbitrary: tie('any') });
  const types = ['text', 'text', 'text', 'image', 'audio', 'resource', 'resource_link', '@'];
  const type = fc.constantFrom(...types.map((each) => JSON.stringify(each)));
  const resource = members({ uri: word, text: word, mimeType: word, blob: word });
  const flag = fc.constantFrom('true', 'false', '"@"');
  const message = members({ role: word, content: fc.oneof(tie('block'), list(tie('block'))) });
  return {
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom('null', 'true', '5', '[]', '{}'),
      word,
      list(tie('any')),
      members({ a: tie('any'), type: word, text: word }),
    ),
    block: or(
      members({ type, text: word, data: word, uri: word, resource, annotations: tie('any') }),
    ),
    schema: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      word,
      members({
        type: fc.constantFrom('"object"', '"array"', '["string","null"]', '"@"'),
        properties: members({ a: tie('schema'), b: tie('schema') }),
        items: tie('schema'),
        anyOf: list(tie('schema')),
        $defs: members({ d: tie('schema') }),
        $ref: fc.constantFrom('"#/$defs/d"', '"@"'),
        description: word,
        default: word,
        const: word,
        additionalProperties: fc.oneof(flag, tie('schema')),
      }),
    ),
    tool: or(
      members({
        name: word,
        description: word,
        inputSchema: fc.oneof(tie('schema'), tie('any')),
        outputSchema: tie('schema'),
        title: word,
      }),
    ),
    value: fc.oneof(
      members({ tools: or(list(tie('tool'))), nextCursor: word }),
      members({ content: or(list(tie('block'))), structuredContent: tie('any'), isError: flag }),
      members({ content: or(list(tie('block'))), isError: flag, _meta: tie('any') }),
      members({ messages: or(list(or(message))), systemPrompt: word, description: word }),
      members({ contents: or(list(tie('block'))), resultType: word, inputRequests: tie('any') }),
      members({ name: word, arguments: tie('any'), instructions: word, result: tie('block') }),
      tie('any'),
    ),
  };
});

function member(key: string, of: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return of.map((each) => `${JSON.stringify(key)}:${each}`);
}

/** Numbers the markers, so that each occurs once in a session. */
function marked(): (json: string) => string {
  let count = 0;
  return (json) => json.replaceAll('@', () => `M${count++}M`);
}
