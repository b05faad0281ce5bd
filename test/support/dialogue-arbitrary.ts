import type { Session } from '../../src/model/session.ts';
import { conversation } from './conversation.ts';
import fc from './fast-check.ts';

/** What a host does next in a generated session. */
type Act =
  | { readonly kind: 'call'; readonly calls: readonly Call[]; readonly overlap: boolean }
  | { readonly kind: 'list'; readonly tools: readonly Tool[]; readonly pages: number }
  | { readonly kind: 'changed' }
  | { readonly kind: 'prompt' }
  | { readonly kind: 'resource' }
  | { readonly kind: 'restart' };

interface Call {
  readonly tool: number;
  readonly arguments: boolean;
  readonly answer: object | 'cancel' | 'never';
}

interface Tool {
  readonly title: boolean;
  readonly outputSchema: boolean;
  readonly loud: boolean;
}

/**
 * Sessions that a host could have had: lists on pages, calls one after the other and together, results
 * of every kind, failures, cancelled and forgotten calls, prompts, resources, another list, another
 * opening. Everything is of the right type; each free string is a marker of its own (`M17M`).
 */
export function anyDialogue(): fc.Arbitrary<readonly Act[]> {
  return fc.tuple(list, fc.array(act, { maxLength: 7 })).map(([first, rest]) => [first, ...rest]);
}

const PNG = Buffer.from('picture').toString('base64');

const block = fc.constantFrom<object>(
  { type: 'text', text: '' },
  { type: 'text', text: '@' },
  { type: 'text', text: '@', annotations: { audience: ['user'], note: '@' }, _meta: { a: '@' } },
  { type: 'image', data: PNG, mimeType: 'image/png' },
  { type: 'audio', data: PNG, mimeType: 'audio/wav' },
  { type: 'resource_link', uri: 'x:/@', name: '@' },
  { type: 'resource', resource: { uri: 'x:/@', text: '@', mimeType: 'text/plain' } },
);

const answer = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record(
        {
          content: fc.array(block, { maxLength: 3 }),
          structuredContent: fc.constant({ s: '@', n: 1.5 }),
          isError: fc.boolean(),
          _meta: fc.constant({ m: '@' }),
        },
        { requiredKeys: ['content'] },
      )
      .map((result) => ({ result })),
  },
  {
    weight: 1,
    arbitrary: fc.constant({ error: { code: -32050, message: '@', data: { d: '@' } } }),
  },
  { weight: 1, arbitrary: fc.constantFrom('cancel' as const, 'never' as const) },
);

const call = fc.record({ tool: fc.nat(3), arguments: fc.boolean(), answer });
const tool = fc.record({ title: fc.boolean(), outputSchema: fc.boolean(), loud: fc.boolean() });
const list = fc
  .record({ tools: fc.array(tool, { minLength: 1, maxLength: 4 }), pages: fc.constantFrom(1, 2) })
  .map((each): Act => ({ kind: 'list', ...each }));
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ calls: fc.array(call, { minLength: 1, maxLength: 3 }), overlap: fc.boolean() })
      .map((each): Act => ({ kind: 'call', ...each })),
  },
  { weight: 1, arbitrary: list },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Act>(
      { kind: 'changed' },
      { kind: 'prompt' },
      { kind: 'resource' },
      { kind: 'restart' },
    ),
  },
);

/** The session of these acts. */
export function played(acts: readonly Act[]): Session {
  const talk = conversation({ label: 'sv' }).initialized('2025-06-18', { instructions: 'M0M' });
  let id = 0;
  let count = 0;
  const marked = (value: object): string =>
    JSON.stringify(value).replaceAll('@', () => `M${++count}M`);
  const ask = (method: string, params: object): number => {
    talk.client(marked({ jsonrpc: '2.0', id: ++id, method, params }));
    return id;
  };
  const reply = (own: number, body: object) =>
    talk.server(marked({ jsonrpc: '2.0', id: own, ...body }));
  const answered = (own: number, each: Call['answer']) => {
    if (each === 'cancel')
      talk.client({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: own, reason: 'x' },
      });
    else if (each !== 'never') reply(own, each);
  };
  for (const each of acts) {
    if (each.kind === 'restart') talk.initialized('2025-06-18', { instructions: 'again' });
    if (each.kind === 'changed')
      talk.server({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    if (each.kind === 'prompt') reply(ask('prompts/get', { name: '@' }), { result: prompt });
    if (each.kind === 'resource')
      reply(ask('resources/read', { uri: 'x:/@' }), { result: resource });
    if (each.kind === 'list') {
      const tools = each.tools.map(toolOf);
      const half = each.pages === 1 ? tools.length : Math.ceil(tools.length / 2);
      const next = half < tools.length ? { nextCursor: 'next' } : {};
      reply(ask('tools/list', {}), { result: { tools: tools.slice(0, half), ...next } });
      if (half < tools.length)
        reply(ask('tools/list', { cursor: 'next' }), { result: { tools: tools.slice(half) } });
    }
    if (each.kind === 'call') {
      const ids: [number, Call][] = [];
      for (const own of each.calls) {
        const input = own.arguments ? { arguments: { q: '@' } } : {};
        const asked = ask('tools/call', { name: `tool_${own.tool}`, ...input });
        if (each.overlap) ids.push([asked, own]);
        else answered(asked, own.answer);
      }
      for (const [asked, own] of ids.reverse()) answered(asked, own.answer);
    }
  }
  return talk.session();
}

function toolOf({ title, outputSchema, loud }: Tool, index: number): object {
  return {
    name: `tool_${index}`,
    description: '@',
    inputSchema: {
      type: 'object',
      properties: { q: { type: ['string', 'null'], description: '@', default: '@' } },
    },
    ...(title ? { title: '@', annotations: { title: '@' } } : {}),
    ...(outputSchema
      ? { outputSchema: { type: 'object', properties: { s: { description: '@' } } } }
      : {}),
    ...(loud ? { _meta: { 'anthropic/alwaysLoad': true, x: '@' } } : {}),
  };
}

const prompt = {
  description: '@',
  messages: [
    { role: 'user', content: { type: 'text', text: '@' } },
    { role: 'assistant', content: { type: 'text', text: '@' } },
    { role: 'user', content: { type: 'text', text: '@' } },
  ],
};
const resource = { contents: [{ uri: 'x:/@', mimeType: 'text/plain', text: '@' }] };
