import type {
  Arrival,
  Compared,
  Measured,
  MeasuredMember,
  RuleCompared,
  TextDiffers,
} from '../model/measured.ts';
import type { Profile } from '../model/profile.ts';
import type { Fate, FateKind, Reading } from '../model/reading.ts';
import { fateAt } from '../reading/fate-at.ts';
import { readMessage } from '../reading/read.ts';
import { recordCanary } from './session.ts';
import { shorter } from './shorter.ts';

/**
 * Compares a measurement with what a profile says of the same messages. A text of a result has to
 * arrive to the character; of every other member the fate has to fit how it arrived. `label` is the
 * key that the measured host knew the canary by.
 */
export function compareWith(measured: Measured, profile: Profile, label?: string): Compared {
  const { session, messages } = recordCanary(label);
  const readings = new Map<string, Reading>();
  for (const [about, located] of messages)
    readings.set(about, readMessage(located, session, profile));
  return {
    host: profile.id,
    rules: compareRules(measured.members, readings),
    texts: compareTexts(measured, readings),
  };
}

function compareRules(
  members: readonly MeasuredMember[],
  readings: ReadonlyMap<string, Reading>,
): RuleCompared[] {
  const rules = new Map<string, RuleCompared>();
  for (const { about, pointer, arrival, note } of members) {
    const fate = fateAt(readings.get(about)?.fates ?? [], pointer);
    // Neither a call that was not made nor an empty list says anything, and the type of a block
    // arrives as the API spells it.
    if (!fate || note === 'not called' || /\/content(\/\d+\/type)?$/.test(pointer)) continue;
    const before = rules.get(fate.rule) ?? EMPTY;
    const kind = fate.kind === 'unknown' ? 'unknown' : fits(fate, pointer, arrival);
    const example = { about, pointer, predicted: fate.kind, measured: arrival };
    rules.set(fate.rule, {
      ...before,
      rule: fate.rule,
      [kind]: before[kind] + 1,
      examples: kind === 'differs' ? [...before.examples, example].slice(0, 3) : before.examples,
    });
  }
  return [...rules.values()].toSorted(
    (a, b) => b.differs - a.differs || (a.rule < b.rule ? -1 : 1),
  );
}

const EMPTY: RuleCompared = { rule: '', agrees: 0, differs: 0, unknown: 0, examples: [] };

function fits(fate: Fate, pointer: string, arrival: Arrival): 'agrees' | 'differs' {
  // A block in another form keeps some of its values; a cut name is another name.
  const isPart = fate.pointer !== pointer || /\/(data|blob|mimeType)$/.test(pointer);
  if (fate.kind === 'rewritten' && isPart && arrival === 'unchanged') return 'agrees';
  if (fate.rule.startsWith('toolName') && arrival === 'renamed' && fate.kind === 'truncated')
    return 'agrees';
  return (FITS[fate.kind] ?? GONE).includes(arrival) ? 'agrees' : 'differs';
}

const GONE: readonly Arrival[] = ['absent'];
/** A whole value that a text is built around arrives `wrapped`, also when the profile says `reads`. */
const WHOLE: readonly Arrival[] = ['unchanged', 'renamed', 'wrapped'];
const FITS: { readonly [fate in FateKind]?: readonly Arrival[] } = {
  reads: WHOLE,
  renamed: WHOLE,
  rewritten: ['rewritten', 'renamed', 'wrapped', 'inlined', 'truncated'],
  truncated: ['truncated'],
  inlined: ['inlined', 'wrapped'],
  wrote: WHOLE,
  deferred: ['unchanged', 'renamed', 'wrapped', 'inlined', 'rewritten', 'truncated', 'absent'],
};

function compareTexts(
  { results }: Measured,
  readings: ReadonlyMap<string, Reading>,
): Compared['texts'] {
  const differ: TextDiffers[] = [];
  let agree = 0;
  for (const { tool, came, leaves } of results) {
    const reading = readings.get(`call ${tool}`);
    if (!came || !reading) continue;
    const arrived = leaves.map(([, value]) =>
      typeof value === 'string' ? value : JSON.stringify(value),
    );
    const texts = reading.texts.flatMap(({ way, text }) =>
      way === 'read' && text !== '' ? [text] : [],
    );
    // Some APIs take one text where others take a list.
    if (texts.length > 1 && arrivedAs(texts.join('\n'), arrived)) {
      agree += texts.length;
      continue;
    }
    for (const predicted of texts) {
      if (arrivedAs(predicted, arrived)) agree += 1;
      else differ.push({ tool, predicted });
    }
  }
  return { agree, differ };
}

/** Is one of the texts the predicted one? `‹seconds›` and the like stand for what differs each time. */
function arrivedAs(predicted: string, arrived: readonly string[]): boolean {
  const text = shorter(predicted);
  if (!/‹[^›]+›/.test(text)) return arrived.includes(text);
  const parts = text.split(/‹[^›]+›/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.+?')}$`, 's');
  return arrived.some((each) => pattern.test(each));
}
