import type { JsonValue } from '../model/json.ts';
import { pointerTo } from '../model/json.ts';
import type { Profile } from '../model/profile.ts';
import type { ModelText, Reading } from '../model/reading.ts';
import { fateAt } from '../reading/fate-at.ts';
import { placesOf } from '../reading/places.ts';
import { type Offered, textOf } from '../targets/canary/model/api.ts';
import { canarySession } from '../targets/canary/table.ts';
import type { CanaryReadings, Verdict } from './against.ts';
import type { JsonMembers } from './leaves.ts';
import type { Located } from './locate.ts';
import { toolsIn } from './measure.ts';
import { shortly } from './shortly.ts';

/** Compares what each tool was predicted to offer with what it offered, to the character. */
export function compareOffers(
  tools: Located['tools'],
  readings: CanaryReadings,
  profile: Profile,
): Verdict[] {
  let position = 0;
  return canarySession().flatMap(({ about, answers }) => {
    const reading = readings.get(about);
    if (!about.startsWith('tools/list') || !reading) return [];
    return toolsIn(answers).flatMap((definition, index) => {
      const tool = textOf(definition['name']);
      const place = `${placesOf(profile.api).tool(position)}.`;
      position += 1;
      return compareTool(
        { about, tool, reading, base: `/result/tools/${index}`, place },
        tools.get(tool),
      );
    });
  });
}

/** The same for what a search gave back, which may be of some tools only. */
export function compareFound(
  found: Located['found'],
  readings: CanaryReadings,
  profile: Profile,
): Verdict[] {
  const isThere = ({ difference }: Verdict) => difference?.seen !== NOT_OFFERED;
  return found.size === 0 ? [] : compareOffers(found, readings, profile).filter(isThere);
}

const NOT_OFFERED = 'not offered';

interface Predicted {
  readonly about: string;
  readonly tool: string;
  readonly reading: Reading;
  /** Pointer of the definition. */
  readonly base: string;
  /** What places of this tool begin with. */
  readonly place: string;
}

function compareTool(predicted: Predicted, offered: Offered | undefined): Verdict[] {
  const { about, tool, reading, base, place } = predicted;
  // A tool that is left out has one fate as a whole, which is compared with the members.
  if (fateAt(reading.fates, base)) return [];
  if (!offered) return [differs('listing', about, tool, 'offered', NOT_OFFERED)];
  const isDeferred = reading.fates.some(
    ({ kind, pointer }) => kind === 'deferred' && pointer.startsWith(`${base}/`),
  );
  const texts = reading.texts.filter((each) => each.place.startsWith(place));
  const said = texts.flatMap((text) => compareMember(predicted, text, offered));
  // More is shown after a search.
  if (isDeferred) return said;
  const keys = new Set(texts.map((text) => text.place.slice(place.length)));
  const more = Object.entries(offered.entry).filter(
    ([key, value]) => !keys.has(key) && !OF_API.has(key) && value !== '',
  );
  return [
    ...said,
    ...more.map(([key, value]) =>
      differs('tool.other', about, `${tool} /${key}`, 'nothing', shortly(value)),
    ),
  ];
}

/** Members that the API wants, and whose value no server has a part in. */
const OF_API: ReadonlySet<string> = new Set([
  'type',
  'strict',
  'defer_loading',
  'cache_control',
  'eager_input_streaming',
]);

function compareMember(
  { about, tool, reading, place }: Predicted,
  { place: at, text, from }: ModelText,
  offered: Offered,
): Verdict[] {
  const key = at.slice(place.length);
  const rule =
    (from === undefined ? undefined : fateAt(reading.fates, from)?.rule) ?? ruleOfKey(key);
  const seen = key === 'name' ? nameIn(offered) : offered.entry[key];
  if (typeof seen === 'string' || seen === undefined) {
    const isSame = seen === text;
    const shown = seen === undefined ? 'nothing' : shortly(seen);
    return isSame ? [{ rule }] : [differs(rule, about, `${tool} /${key}`, shortly(text), shown)];
  }
  // A schema is predicted as JSON of our own making.
  const wanted = JSON.parse(text) as JsonValue;
  const found = [...jsonDifferences(wanted, seen, `/${key}`)];
  if (found.length === 0)
    return [from === undefined ? { rule } : { rule, exact: `${about} ${from}` }];
  return found.map(([pointer, one, other]) =>
    differs(rule, about, `${tool} ${pointer}`, one, other),
  );
}

function ruleOfKey(key: string): string {
  return key === 'description' ? 'tool.description' : 'tool.inputSchema';
}

function nameIn({ name, namespace }: Offered): string {
  return namespace === undefined ? name : `${namespace}.${name}`;
}

function* jsonDifferences(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
  pointer: string,
): Generator<readonly [pointer: string, one: string, other: string]> {
  if (JSON.stringify(one) === JSON.stringify(other)) return;
  if (one !== undefined && other !== undefined && isMembers(one) && isMembers(other)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
      yield* jsonDifferences(one[key], other[key], pointerTo(pointer, key));
    return;
  }
  yield [pointer, shown(one), shown(other)];
}

function shown(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : shortly(value);
}

/** Lists have their items by number. */
function isMembers(value: JsonValue): value is JsonMembers {
  return typeof value === 'object' && value !== null;
}

function differs(
  rule: string,
  about: string,
  at: string,
  predicted: string,
  seen: string,
): Verdict {
  return { rule, difference: { rule, about, at, predicted, seen } };
}
