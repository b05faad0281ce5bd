import { FOLD_RULES } from '../compare/folds.ts';
import { compareSessions } from '../compare/sessions.ts';
import { at } from '../model/json.ts';
import type { FateKind } from '../model/reading.ts';
import type { Instructions, Source, Transition, WireDocument } from './document.ts';
import { errorParts } from './errors.ts';
import { readText } from './inner-json.ts';
import { methodParts, type Seen, seenIn } from './methods.ts';
import { sequenceOf } from './sequence.ts';
import { toolParts } from './tools.ts';
import { unseenRows } from './unseen.ts';

/**
 * Puts the document together. Pure: the same recordings in the same order, read by the same rules, give the
 * same document. Secrets must have been taken out of the sessions before.
 */
export function buildDocument(
  sources: readonly Source[],
  { title, host }: Pick<WireDocument, 'title' | 'host'>,
): WireDocument {
  const seen = seenIn(sources);
  const [first] = sources;
  return {
    title,
    host,
    sources,
    sequence: first ? sequenceOf(first) : [],
    instructions: instructionsOf(seen),
    tools: toolParts(seen),
    methods: methodParts(seen),
    errors: errorParts(seen),
    unseen: unseenRows(seen),
    changes: sources.slice(1).flatMap((source, index) => {
      const before = sources[index];
      return before ? [transition(before, source)] : [];
    }),
  };
}

function transition(a: Source, b: Source): Transition {
  const wishes = { folds: FOLD_RULES, readText };
  return {
    from: a.name,
    to: b.name,
    changes: compareSessions(a.session, b.session, wishes).changes,
  };
}

/** `instructions` of `initialize` and `server/discover`, each text once. */
function instructionsOf(seen: readonly Seen[]): Instructions[] {
  const found = new Map<string, Instructions>();
  for (const { located, source } of seen) {
    const node = at(located.message.node, 'result', 'instructions');
    if (node?.kind !== 'string') continue;
    const fates = source.reading(located).fates.filter(({ pointer }) => pointer === POINTER);
    const kinds: readonly FateKind[] = [...new Set(fates.map(({ kind }) => kind))];
    const names = found.get(node.value)?.seenIn ?? [];
    const seenIn = [...new Set([...names, source.name])];
    found.set(node.value, { text: node.value, seenIn, kinds });
  }
  return [...found.values()];
}

const POINTER = '/result/instructions';
