import { at, type JsonNode, member, stringMember } from '../model/json.ts';
import type { ErrorPart, Source } from './document.ts';
import type { Seen } from './methods.ts';

/** The finding that names a failure which is called a success. */
const SOFT = 'content/soft-error';

/** Every way to fail that was seen, the same text once. */
export function errorParts(seen: readonly Seen[]): ErrorPart[] {
  const parts = new Map<string, ErrorPart>();
  for (const each of seen) {
    const found = errorOf(each);
    if (!found) continue;
    const key = JSON.stringify([found.kind, found.asked, found.code, found.text]);
    const known = parts.get(key);
    const seenIn = [...new Set([...(known?.seenIn ?? []), each.source.name])];
    parts.set(key, { ...(known ?? found), times: (known?.times ?? 0) + 1, seenIn });
  }
  const order = ['tool', 'soft', 'rpc'];
  return [...parts.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function errorOf(each: Seen): ErrorPart | undefined {
  const { message } = each.located;
  const common = { asked: asked(each), modelReads: readOf(each), times: 1, seenIn: [] };
  if (message.kind === 'failure') {
    const code = member(message.error, 'code');
    const text = stringMember(message.error, 'message') ?? '';
    return { ...common, kind: 'rpc', code: code?.kind === 'number' ? code.text : undefined, text };
  }
  if (message.kind !== 'result') return undefined;
  const text = textOf(message.result);
  if (each.label === 'result with isError')
    return { ...common, kind: 'tool', code: undefined, text };
  return isSoft(each) ? { ...common, kind: 'soft', code: undefined, text } : undefined;
}

function asked({ method, subject }: Seen): string {
  return subject === undefined ? method : `${method} ${subject}`;
}

function isSoft({ source, located }: Seen): boolean {
  return softPlaces(source.findings).has(located.seq);
}

/** The messages that such findings are about. */
function softPlaces(findings: Source['findings']): ReadonlySet<number> {
  const known = places.get(findings);
  if (known) return known;
  const soft = findings.filter(({ rule }) => rule === SOFT);
  const found = new Set(soft.flatMap((each) => each.places.map(({ seq }) => seq)));
  places.set(findings, found);
  return found;
}

const places = new WeakMap<Source['findings'], ReadonlySet<number>>();

function textOf(result: JsonNode): string {
  const content = at(result, 'content');
  if (content?.kind !== 'array') return '';
  return content.items.flatMap((block) => stringMember(block, 'text') ?? []).join('\n');
}

/** All that the model gets of a message. */
export function readOf({ source, located }: Pick<Seen, 'source' | 'located'>): string | undefined {
  const texts = source.reading(located).texts.filter(({ way }) => way === 'read');
  return texts.length === 0 ? undefined : texts.map(({ text }) => text).join('\n');
}
