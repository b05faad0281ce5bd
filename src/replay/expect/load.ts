import { readFileSync } from 'node:fs';
import { readYaml } from '../../capture/script/read-yaml.ts';
import {
  boolean,
  choice,
  duration,
  list,
  mapWith,
  pattern,
  pointer,
  text,
} from '../../capture/script/shape.ts';
import { fail, placeOf, type Source } from '../../capture/script/source.ts';
import { FOLD_RULES } from '../../compare/folds.ts';
import { isRule, RULES, type RuleId, TIERS, type Tier } from '../../compare/rules/table.ts';
import { SadapError } from '../../errors.ts';
import { type JsonNode, type JsonObject, member } from '../../model/json.ts';
import type { Acceptance, Condition, Expectations } from './types.ts';

const KEYS = ['accept', 'ignore', 'no-fold', 'fail-on', 'execute', 'timeout'] as const;
const SELECTORS = ['rule', 'method', 'tool', 'at', 'json'] as const;
const CONDITIONS = ['equals', 'matches', 'range', 'absent'] as const;

/**
 * Reads an expectation file.
 * @throws SadapError `script-invalid`: unreadable, or wrong in itself, with the place.
 */
export async function loadExpectations(file: string): Promise<Expectations> {
  return readExpectations({ file, text: read(file) });
}

/** The same for a text in memory. */
export async function readExpectations(source: Source): Promise<Expectations> {
  const map = mapWith(source, await readYaml(source), 'an expectation file', KEYS);
  const given = (key: (typeof KEYS)[number]) => member(map, key);
  const [failOn, execute, timeout] = [given('fail-on'), given('execute'), given('timeout')];
  return {
    accept: itemsOf(source, given('accept'), 'accept').map((each) => acceptance(source, each)),
    ignore: itemsOf(source, given('ignore'), 'ignore').map((each) => place(source, each, 'ignore')),
    noFold: itemsOf(source, given('no-fold'), 'no-fold').map((each) => fold(source, each)),
    failOn: failOn && choice<Tier | 'never'>(source, failOn, 'fail-on', [...TIERS, 'never']),
    execute: execute && boolean(source, execute, 'execute'),
    timeoutMs: timeout && duration(source, timeout, 'timeout'),
  };
}

function read(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (cause) {
    // Node's file functions and the decoder throw errors with a code.
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : message;
    throw new SadapError('script-invalid', `${file}: ${why}`, { cause });
  }
}

function itemsOf(source: Source, node: JsonNode | undefined, what: string): readonly JsonNode[] {
  return node ? list(source, node, what).items : [];
}

function acceptance(source: Source, node: JsonNode): Acceptance {
  const map = mapWith(source, node, 'an acceptance', [...SELECTORS, ...CONDITIONS, 'reason']);
  if (!SELECTORS.some((key) => member(map, key)))
    fail(source, node, `an acceptance needs one of ${SELECTORS.join(', ')}: what may differ`);
  const word = (key: string) => {
    const found = member(map, key);
    return found && text(source, found, key);
  };
  const at = member(map, 'at');
  const json = member(map, 'json');
  return {
    place: placeOf(source, node.start),
    rules: rulesOf(source, member(map, 'rule')),
    method: word('method'),
    tool: word('tool'),
    pointer: at && place(source, at, 'at'),
    json: json && place(source, json, 'json'),
    condition: condition(source, map),
    reason: word('reason'),
  };
}

/** `answer.value`, `answer.*`, or a list of them. */
function rulesOf(source: Source, node: JsonNode | undefined): readonly RuleId[] | undefined {
  if (!node) return undefined;
  return (node.kind === 'array' ? node.items : [node]).flatMap((each) => {
    const name = text(source, each, 'rule');
    if (isRule(name)) return [name];
    const family = /^([a-z-]+\.)\*$/.exec(name)?.[1];
    const known = Object.keys(RULES).filter(isRule);
    const rules = family === undefined ? [] : known.filter((rule) => rule.startsWith(family));
    return rules.length > 0
      ? rules
      : fail(
          source,
          each,
          `there is no rule "${name}"`,
          'docs/reference/diff-rules.md has them all',
        );
  });
}

function condition(source: Source, map: JsonObject): Condition | undefined {
  const [word, ...others] = CONDITIONS.filter((each) => member(map, each));
  const value = word && member(map, word);
  if (!word || !value) return undefined;
  if (others.length > 0)
    fail(source, map, `an acceptance has one of ${CONDITIONS.join(', ')}, not several`);
  if (word === 'equals') return { kind: 'equals', value };
  if (word === 'matches') return { kind: 'matches', pattern: pattern(source, value, 'matches') };
  if (word === 'range') return range(source, value);
  if (!boolean(source, value, 'absent')) fail(source, value, 'absent: false says nothing');
  return { kind: 'absent' };
}

/** `[1, 10]`; a bound that is nothing (`[1, ]`, `[null, 10]`) is none. */
function range(source: Source, node: JsonNode): Condition {
  const [least, most, ...more] = list(source, node, 'range').items;
  const bound = (each: JsonNode | undefined, otherwise: number) => {
    if (!each || (each.kind === 'literal' && each.value === null)) return otherwise;
    return each.kind === 'number'
      ? Number(each.text)
      : fail(source, each, 'a bound of a range is a number, or null for none');
  };
  const found = { least: bound(least, -Infinity), most: bound(most, Infinity) };
  if (more.length > 0 || found.least > found.most)
    fail(source, node, 'a range is a list of two numbers, the smaller first: [1, 10]');
  return { kind: 'range', ...found };
}

function place(source: Source, node: JsonNode, what: string): string {
  return pointer(source, text(source, node, what), node);
}

function fold(source: Source, node: JsonNode): string {
  return choice(source, node, 'no-fold', ['all', ...FOLD_RULES.map(({ name }) => name)]);
}
