import type { Place } from '../../model/finding.ts';
import { type JsonNode, member, stringMember, walk } from '../../model/json.ts';
import { answerOf, type Session } from '../../model/session.ts';
import { perSession } from './per-session.ts';
import { quote } from './text.ts';

/** A text by which a server introduces itself or what it offers, and that a model may read. */
export interface DefinitionText {
  readonly text: string;
  readonly place: Place;
  /** Whose it is: `tool "find"`, `the instructions`. */
  readonly subject: string;
}

const LISTS: ReadonlyMap<string, readonly [member: string, noun: string]> = new Map([
  ['tools/list', ['tools', 'tool']],
  ['prompts/list', ['prompts', 'prompt']],
  ['resources/list', ['resources', 'resource']],
  ['resources/templates/list', ['resourceTemplates', 'resource template']],
]);

const TEXTS: ReadonlySet<unknown> = new Set(['name', 'title', 'description']);

/**
 * Names, titles and descriptions of all that a server lists, also of arguments, and its instructions;
 * each text of a thing once, however often it was listed.
 */
export const definitionTextsOf = perSession((session: Session): readonly DefinitionText[] => {
  const found = new Map<string, DefinitionText>();
  for (const exchange of session.exchanges) {
    const answer = answerOf(exchange);
    if (answer?.message.kind !== 'result' || answer.from !== 'server') continue;
    const { seq, index, message } = answer;
    for (const [pointer, text, subject] of textsIn(exchange.request.message.method, message.result))
      found.set(`${subject} ${text}`, { text, subject, place: { seq, index, pointer } });
  }
  return [...found.values()];
});

type Text = readonly [pointer: string, text: string, subject: string];

function* textsIn(method: string, result: JsonNode): Generator<Text> {
  if (method === 'initialize' || method === 'server/discover') {
    const text = stringMember(result, 'instructions');
    if (text !== undefined) yield ['/result/instructions', text, 'the instructions'];
    return;
  }
  const [list, noun] = LISTS.get(method) ?? [];
  const items = list === undefined ? undefined : member(result, list);
  if (items?.kind !== 'array') return;
  for (const [index, item] of items.items.entries()) {
    const subject = `${noun} ${quote(stringMember(item, 'name') ?? String(index), 60)}`;
    for (const [pointer, node, step] of walk(item, `/result/${list}/${index}`))
      if (node.kind === 'string' && TEXTS.has(step)) yield [pointer, node.value, subject];
  }
}
