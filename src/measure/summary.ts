import { type JsonValue, pointerSteps } from '../model/json.ts';
import type { Arrival, Measured, MeasuredMember } from '../model/measured.ts';

/** Members of one kind together. */
export interface MeasuredRow {
  readonly section: 'opening' | 'tools' | 'schema' | 'lists' | 'calls';
  /** `tool.description`, `enum`, `canary_text_two`. */
  readonly member: string;
  /** What became of how many of them, or of which. */
  readonly outcome: string;
  /** The first thing that is worth knowing. */
  readonly note: string | undefined;
}

/** A measurement as the rows of a table, in the order of the session. */
export function summarise({ members, results }: Measured): MeasuredRow[] {
  const groups = new Map<string, [MeasuredMember, ...MeasuredMember[]]>();
  for (const member of members) {
    const key = keyOf(member).join('\n');
    const group = groups.get(key);
    if (group) group.push(member);
    else groups.set(key, [member]);
  }
  const rows = [...groups.values()].map(rowOf);
  const texts = new Map(results.map(({ tool, leaves }) => [tool, deliveredText(leaves)]));
  return rows
    .map((row) =>
      row.section === 'calls' ? { ...row, note: row.note ?? texts.get(row.member) } : row,
    )
    .toSorted((a, b) => ORDER.indexOf(a.section) - ORDER.indexOf(b.section));
}

const ORDER: readonly MeasuredRow['section'][] = ['opening', 'tools', 'schema', 'lists', 'calls'];

function keyOf({ about, pointer }: MeasuredMember): [MeasuredRow['section'], string] {
  const steps = (pointerSteps(pointer) ?? []).filter((step) => !/^\d+$/.test(step));
  if (about === 'initialize') return ['opening', steps.slice(1, 3).join('.')];
  if (about.startsWith('call ')) return ['calls', about.slice('call '.length)];
  if (!about.startsWith('tools/list'))
    return [
      'lists',
      steps
        .slice(about === 'prompts/get' ? 0 : 1)
        .join('.')
        .replace(/_meta\..*/, '_meta'),
    ];
  const [, , member = '(whole tool)', ...below] = steps;
  return member === 'inputSchema' ? ['schema', keywordOf(below)] : ['tools', member];
}

/** Keywords whose whole subtree is one matter. */
const STRUCTURES = new Set(
  '$defs anyOf oneOf allOf not if then else patternProperties propertyNames dependentRequired'.split(
    ' ',
  ),
);

/** The keyword that a leaf belongs to; names of properties are none. */
function keywordOf(steps: readonly string[]): string {
  let keyword = '';
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index] ?? '';
    if (STRUCTURES.has(step)) return step;
    if (step === 'additionalProperties' && index + 1 < steps.length) return `${step} (a schema)`;
    keyword = step;
    // The next step is the name of a property.
    if (step === 'properties') index += 1;
  }
  return keyword;
}

function rowOf(group: readonly [MeasuredMember, ...MeasuredMember[]]): MeasuredRow {
  const [section, member] = keyOf(group[0]);
  const outcome = section === 'calls' ? namedOutcome(group) : countedOutcome(group);
  const note = group.find(({ note }) => note !== undefined)?.note;
  return { section, member, outcome, note };
}

function countedOutcome(group: readonly MeasuredMember[]): string {
  const counts = new Map<Arrival, number>();
  for (const { arrival } of group) counts.set(arrival, (counts.get(arrival) ?? 0) + 1);
  const [only] = counts.keys();
  if (counts.size === 1 && only !== undefined) return only;
  return [...counts].map(([arrival, count]) => `${arrival} ${count}`).join(', ');
}

/** Of a call, which members share a fate. */
function namedOutcome(group: readonly MeasuredMember[]): string {
  const names = new Map<Arrival, Set<string>>();
  for (const { arrival, pointer } of group) {
    const name = shortName(pointer);
    if (name === undefined) continue;
    names.set(arrival, (names.get(arrival) ?? new Set()).add(name));
  }
  if (names.size === 0) return group[0]?.arrival ?? '';
  return [...names].map(([arrival, set]) => `${arrival} ${[...set].join(' ')}`).join('; ');
}

/** `/result/content/0/_meta/x` as `_meta`; the type of a block says nothing of its own. */
function shortName(pointer: string): string | undefined {
  const steps = (pointerSteps(pointer) ?? []).filter((step) => !/^\d+$/.test(step)).slice(1);
  const [first = '', second, third] = steps;
  if (first !== 'content' || second === undefined) return first;
  if (second === 'type') return undefined;
  return second === 'resource' ? third : second;
}

/** What the model gets, when it is one text. */
function deliveredText(leaves: readonly (readonly [string, JsonValue])[]): string | undefined {
  const texts = leaves.flatMap(([pointer, value]) =>
    typeof value === 'string' && !/\/(type|role|name|status|media_type)$/.test(pointer)
      ? [value]
      : [],
  );
  return texts.length === 1 ? texts[0] : undefined;
}
