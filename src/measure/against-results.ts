import type { JsonValue } from '../model/json.ts';
import { pointerSteps } from '../model/json.ts';
import type { Profile } from '../model/profile.ts';
import type { ModelMedia, ModelText, Reading } from '../model/reading.ts';
import { fateAt } from '../reading/fate-at.ts';
import { canarySession } from '../targets/canary/table.ts';
import type { CanaryReadings, Verdict } from './against.ts';
import { type JsonMembers, type Leaf, lastStep, leavesOf } from './leaves.ts';
import { type Located, resultLeaves } from './locate.ts';
import { shortly } from './shortly.ts';

/** Compares what the model was predicted to read of each result, in order, with all that it read. */
export function compareResults(
  { results, elsewhere }: Located,
  readings: CanaryReadings,
  profile: Profile,
): Verdict[] {
  return canarySession().flatMap(({ about, answers }) => {
    const reading = readings.get(about);
    if (about === 'initialize') return reading ? compareOpening(reading, elsewhere) : [];
    const tool = about.slice('call '.length);
    if (!about.startsWith('call ') || !reading || !results.has(tool)) return [];
    const result = results.get(tool);
    if (!result) return compareEnd(about, reading);
    const call: Call = { about, reading, answer: answers.at(-1) ?? {} };
    const leaves = resultLeaves(result);
    return [...compareResult(call, leaves), ...compareFlag(call, leaves, profile)];
  });
}

/** Of the introduction of the server each text has to stand in some text of the host. */
function compareOpening(reading: Reading, elsewhere: readonly Leaf[]): Verdict[] {
  return reading.texts
    .filter(({ way }) => way === 'read')
    .map((text) => {
      const rule = ruleOf(text, reading);
      const isThere = elsewhere.some(
        ([, value]) => typeof value === 'string' && value.includes(text.text),
      );
      if (isThere) return { rule };
      const predicted = shortly(text.text);
      return {
        rule,
        difference: { rule, about: 'initialize', at: text.place, predicted, seen: 'nothing' },
      };
    });
}

/** The host ended the run at this call: right when nothing but a failure was predicted. */
function compareEnd(about: string, reading: Reading): Verdict[] {
  const fails = reading.fates.find(({ kind }) => kind === 'fails');
  if (fails && reading.texts.length === 0) return [{ rule: fails.rule }];
  const rule = 'result.encode';
  const predicted = reading.texts.map(({ text }) => shortly(text)).join(', ') || 'nothing';
  return [
    { rule, difference: { rule, about, at: '', predicted, seen: 'the host did not come back' } },
  ];
}

interface Call {
  readonly about: string;
  readonly reading: Reading;
  readonly answer: JsonMembers;
}

function compareResult(call: Call, leaves: readonly Leaf[]): Verdict[] {
  const { about, reading } = call;
  const left = [...leaves];
  const verdicts: Verdict[] = [];
  const lost: (readonly [rule: string, predicted: string])[] = [];
  const places: number[] = [];
  for (const expected of inOrder(reading)) {
    const rule = ruleOf(expected, reading);
    const taken =
      'text' in expected ? textIn(expected.text, left) : mediaIn(expected, call.answer, left);
    if (taken === undefined)
      lost.push([rule, shortly('text' in expected ? expected.text : `media ${expected.from}`)]);
    else {
      verdicts.push({ rule });
      const [first] = left.splice(taken.from, taken.count);
      if ('text' in expected && first) places.push(leaves.indexOf(first));
    }
  }
  const extra = left
    .filter(([pointer, value]) => isRead(pointer, value))
    .map(([, value]) => shortly(value));
  const rows = Math.max(lost.length, extra.length);
  for (let index = 0; index < rows; index += 1) {
    const [rule, predicted] = lost[index] ?? [lost.at(-1)?.[0] ?? 'result.encode', 'nothing'];
    const difference = { rule, about, at: '', predicted, seen: extra[index] ?? 'nothing' };
    verdicts.push({ rule, difference });
  }
  return [...verdicts, ...compareOrder(about, places)];
}

/** Where the texts of a result stand in the request, in the order in which they are predicted. */
function compareOrder(about: string, places: readonly number[]): Verdict[] {
  const isInOrder = places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
  if (isInOrder) return [];
  const rule = 'result.encode';
  const difference = { rule, about, at: '', predicted: 'in order', seen: 'in another order' };
  return [{ rule, difference }];
}

/** An error has no flag on the wire; whether the request has one is up to the host and the API. */
function compareFlag(
  { about, reading, answer }: Call,
  leaves: readonly Leaf[],
  profile: Profile,
): Verdict[] {
  const fails = reading.fates.find(({ kind }) => kind === 'fails');
  if (!('error' in answer) && !fails) return [];
  const { rules } = profile;
  const rule = fails && rules[fails.rule]?.as !== undefined ? fails.rule : 'rpcError.call';
  const said = (flag: boolean) => (flag ? 'flagged as an error' : 'not flagged');
  const predicted = said(rules[rule]?.as === 'is_error');
  const seen = said(leaves.some(([at, value]) => lastStep(at) === 'is_error' && value === true));
  if (predicted === seen) return [{ rule }];
  return [{ rule, difference: { rule, about, at: '', predicted, seen } }];
}

function inOrder({ texts, media }: Reading): (ModelText | ModelMedia)[] {
  return [...texts.filter(({ way, text }) => way === 'read' && text !== ''), ...media];
}

function ruleOf({ from, ...more }: ModelText | ModelMedia, { fates }: Reading): string {
  const own =
    'parts' in more ? more.parts?.find(({ rule }) => rule !== undefined)?.rule : undefined;
  const ofMember = from === undefined ? undefined : fateAt(fates, from)?.rule;
  return ofMember ?? own ?? 'result.encode';
}

interface Taken {
  readonly from: number;
  readonly count: number;
}

/** A text as one leaf, or as the JSON of a part of the request. */
function textIn(text: string, leaves: readonly Leaf[]): Taken | undefined {
  const parts = text.split(/‹[^›]+›/);
  const from = leaves.findIndex(([, value]) => typeof value === 'string' && isMade(value, parts));
  if (from >= 0) return { from, count: 1 };
  return /^[[{]/.test(text) ? partIn(text, leaves) : undefined;
}

/** Is the text made of these parts, with anything between? `‹seconds›` stands for what differs each time. */
function isMade(text: string, [first = '', ...more]: readonly string[]): boolean {
  const last = more.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of more) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}

/** Neighbouring leaves that are all leaves of one value, whose JSON this is. */
function partIn(text: string, leaves: readonly Leaf[]): Taken | undefined {
  let wanted: readonly Leaf[];
  try {
    wanted = leavesOf(JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
  const [first] = wanted;
  if (!first) return undefined;
  for (let from = 0; from + wanted.length <= leaves.length; from += 1) {
    const at = leaves[from]?.[0] ?? '';
    if (!at.endsWith(first[0])) continue;
    const base = at.slice(0, at.length - first[0].length);
    const same = wanted.every(([pointer, value], index) => {
      const [place, other] = leaves[from + index] ?? [];
      return place === base + pointer && JSON.stringify(other) === JSON.stringify(value);
    });
    if (same) return { from, count: wanted.length };
  }
  return undefined;
}

/** Data of a member in a leaf of its own, or as a data URL. */
function mediaIn(
  { from }: ModelMedia,
  answer: JsonMembers,
  leaves: readonly Leaf[],
): Taken | undefined {
  let here: JsonValue | undefined = answer;
  // Lists have their items by number.
  for (const step of pointerSteps(from) ?? [])
    here = typeof here === 'object' && here !== null ? (here as JsonMembers)[step] : undefined;
  if (typeof here !== 'string') return undefined;
  const data = here;
  const index = leaves.findIndex(
    ([, value]) =>
      typeof value === 'string' && (value === data || value.endsWith(`;base64,${data}`)),
  );
  return index < 0 ? undefined : { from: index, count: 1 };
}

/** Is this a text for the model, and not one that the API needs to name the others? */
function isRead(pointer: string, value: JsonValue): value is string {
  return typeof value === 'string' && value !== '' && !OF_API.test(pointer);
}

const OF_API =
  /\/(type|role|name|status|media_type|mimeType|mime_type|format|detail|tool_name|filename)$/;
