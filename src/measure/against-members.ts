import type { Arrival, MeasuredMember } from '../model/measured.ts';
import type { Fate, FateKind } from '../model/reading.ts';
import { fateAt } from '../reading/fate-at.ts';
import type { CanaryReadings, Verdict } from './against.ts';
import { EMPTY } from './arrival.ts';

/**
 * Compares how each member arrived with the fate that is predicted for it. `exact`: schemas of which
 * each part is as predicted; a report cannot tell where such values as `object` come from.
 */
export function compareMembers(
  members: readonly MeasuredMember[],
  readings: CanaryReadings,
  exact: ReadonlySet<string>,
): Verdict[] {
  return members.flatMap((member) => {
    const { about, pointer, arrival } = member;
    const fate = fateAt(readings.get(about)?.fates ?? [], pointer);
    if (!fate || saysNothing(member)) return [];
    const { rule, kind } = fate;
    const isUnknown = kind === 'unknown';
    const schema = pointer.replace(
      /(?<=^\/result\/tools\/\d+\/(inputSchema|outputSchema))\/.*/,
      '',
    );
    const isRight = exact.has(`${about} ${schema}`) || fits(fate, pointer, arrival);
    if (!isUnknown && isRight) return [{ rule }];
    const difference = { rule, about, at: pointer, predicted: kind, seen: arrival };
    return [{ rule, difference, ...(isUnknown ? { isUnknown } : {}) }];
  });
}

/**
 * Neither a call that was not made, nor a prompt that no user fetched, nor an empty list or text says
 * anything, and the type of a block arrives as the API spells it.
 */
function saysNothing({ about, pointer, arrival, note }: MeasuredMember): boolean {
  if (note === 'not called' || note === EMPTY) return true;
  if (about === 'prompts/get' && arrival === 'absent') return true;
  return /\/content(\/\d+\/type)?$/.test(pointer);
}

function fits(fate: Fate, pointer: string, arrival: Arrival): boolean {
  // A block in another form keeps some of its values; a cut name is another name.
  const isPart = fate.pointer !== pointer || /\/(data|blob|mimeType)$/.test(pointer);
  if (fate.kind === 'rewritten' && isPart && arrival === 'unchanged') return true;
  if (fate.rule.startsWith('toolName') && arrival === 'renamed' && fate.kind === 'truncated')
    return true;
  return (FITS[fate.kind] ?? GONE).includes(arrival);
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
