import { at, type JsonNode, member } from '../../../model/json.ts';
import type { Located } from '../../../model/message.ts';
import { answerOf, isKind, type Session } from '../../../model/session.ts';
import { addTo } from '../../evidence/add-to.ts';
import { surelyIn } from '../../evidence/clients.ts';
import { count, plainText } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** A refusal by -32601 is the answer that a client which asks on the off chance counts on. */
export const serverCapability = defineRule({
  id: 'lifecycle/server-capability',
  severity: 'note',
  summary: 'something is used that the server did not say it can do',
  spec: {
    section: 'basic/lifecycle#operation',
    revision: '2025-06-18',
    says: 'Both sides use only the capabilities that were negotiated.',
  },
  hosts:
    'Hosts that go by the capabilities never ask for such lists, and never listen to such notifications.',
  fix: 'Server: declare what it offers. Client: ask only for what is declared.',
  example: {
    bad: `
handshake
→ 1 prompts/list
← 1 result {"prompts":[]}
`,
    good: `
handshake 2025-06-18 server {"capabilities":{"prompts":{}}}
→ 1 prompts/list
← 1 result {"prompts":[]}
`,
  },
  find: (session) => [...answeredAnyway(session), ...notified(session)],
});

const NEEDS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^tools\//, ['tools']],
  [/^prompts\//, ['prompts']],
  [/^resources\/(un)?subscribe$/, ['resources', 'subscribe']],
  [/^resources\//, ['resources']],
  [/^logging\//, ['logging']],
  [/^completion\//, ['completions']],
  [/^notifications\/message$/, ['logging']],
  [/^notifications\/(tools|prompts|resources)\/list_changed$/, []],
];

/** The server answers what it does not declare: hosts that go by its word never ask. */
function answeredAnyway(session: Session): Found[] {
  const asked = session.exchanges.flatMap((exchange) => {
    const answer = answerOf(exchange);
    const { request } = exchange;
    if (request.from !== 'client' || answer?.message.kind !== 'result') return [];
    const lacks = lacking(session, request, request.message.method);
    return lacks === undefined
      ? []
      : [{ located: request as Located, lacks, what: request.message.method }];
  });
  return grouped(asked, 'answers');
}

function notified(session: Session): Found[] {
  const sent = session.messages.flatMap((located) => {
    if (located.from !== 'server' || !isKind(located, 'notification')) return [];
    const { method } = located.message;
    const lacks = lacking(session, located, method);
    return lacks === undefined ? [] : [{ located: located as Located, lacks, what: method }];
  });
  const logs = session.recording.passedOver?.logs ?? 0;
  return grouped(sent, 'sends', (what) => (what === 'notifications/message' ? logs : 0));
}

interface Use {
  readonly located: Located;
  readonly lacks: string;
  readonly what: string;
}

function grouped(uses: readonly Use[], verb: string, passedOver = (_what: string) => 0): Found[] {
  const byWhat = new Map<string, Use[]>();
  for (const use of uses) addTo(byWhat, use.what, use);
  return [...byWhat.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const number = all.length + passedOver(first.what);
    const times = number === 1 ? '' : ` (${count(number, 'time')})`;
    return [
      {
        side: 'server',
        title: `the server ${verb} ${plainText(first.what, 60)}${times}, and did not declare the capability ${first.lacks}`,
        places: all.map(({ located: { seq, index } }) => ({ seq, index, pointer: '/method' })),
      },
    ];
  });
}

/** The capability that is missing; undefined where it is there, or nothing is known. */
function lacking(session: Session, located: Pick<Located, 'seq' | 'call'>, method: string) {
  const declared = surelyIn(session, located)?.server?.capabilities;
  if (!declared) return undefined;
  const [, kind] = /^notifications\/(tools|prompts|resources)\/list_changed$/.exec(method) ?? [];
  const path =
    kind === undefined
      ? NEEDS.find(([pattern]) => pattern.test(method))?.[1]
      : [kind, 'listChanged'];
  if (!path || path.length === 0) return undefined;
  // Completions became a capability with 2025-03-26; before, any server might answer them.
  if (path[0] === 'completions' && !isNew(session, located)) return undefined;
  return has(declared, path) ? undefined : path.join('.');
}

function has(declared: JsonNode, path: readonly string[]): boolean {
  const found = at(declared, ...path);
  if (path.length === 1) return member(declared, path[0] ?? '') !== undefined;
  return found?.kind === 'literal' ? found.value === true : found !== undefined;
}

function isNew(session: Session, located: Pick<Located, 'seq' | 'call'>): boolean {
  return (surelyIn(session, located)?.revision ?? '') >= '2025-03-26';
}
