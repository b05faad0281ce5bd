import { existsSync, readFileSync } from 'node:fs';
import { describe, fail, type Source } from '../capture/script/source.ts';
import { nearest } from '../capture/script/suggest.ts';
import { isNamed, type Suppression } from '../check/checked.ts';
import { rules } from '../check/registry.ts';
import { SadapError } from '../errors.ts';
import type { JsonNode } from '../model/json.ts';

/** Looked for in the working folder when no other file is named. */
const USUAL = '.sadap-check.yaml';

/**
 * The suppressions of a file, of `.sadap-check.yaml` in the working folder, or none. Throws
 * SadapError, with line and column, for a file that is none: a misspelled rule would suppress nothing
 * without a word.
 */
export async function readSuppressions(path: string | undefined): Promise<readonly Suppression[]> {
  if (path === undefined && !existsSync(USUAL)) return [];
  const file = path ?? USUAL;
  return suppressionsIn({ file, text: textOf(file) });
}

/** The same for a text in memory. */
export async function suppressionsIn(source: Source): Promise<readonly Suppression[]> {
  const { readYaml } = await import('../capture/script/read-yaml.ts');
  const document = await readYaml(source);
  const list = membersOf(source, document, ['suppress']).get('suppress');
  if (list?.kind !== 'array') fail(source, document, 'wants suppress: and a list below it', SHAPE);
  return list.items.map((each) => suppressionOf(source, each));
}

const SHAPE = 'suppress: [{ rule: framing/crlf, reason: "our Windows wrapper" }]';

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SadapError('usage', `${file} cannot be read: ${why}`, { cause });
  }
}

const KEYS = ['rule', 'reason', 'server', 'text', 'until'];

function suppressionOf(source: Source, node: JsonNode): Suppression {
  const members = membersOf(source, node, KEYS);
  const text = (key: string): string | undefined => {
    const value = members.get(key);
    if (value === undefined) return undefined;
    if (value.kind === 'string' && value.value.trim() !== '') return value.value;
    return fail(source, value, `${key} wants text, not ${describe(value)}`);
  };
  const rule = text('rule') ?? fail(source, node, 'a suppression wants a rule', SHAPE);
  if (!rules.some(({ id }) => isNamed(id, rule)))
    fail(source, members.get('rule') ?? node, `there is no rule ${rule}`, didYouMean(rule));
  const reason = text('reason') ?? fail(source, node, 'a suppression wants a reason', SHAPE);
  const until = text('until');
  if (until !== undefined && !/^\d{4}-\d\d-\d\d$/.test(until))
    fail(source, members.get('until') ?? node, 'until wants a date such as 2027-01-31');
  return {
    rule,
    reason,
    ...optional('server', text('server')),
    ...optional('text', text('text')),
    ...optional('until', until),
  };
}

function optional<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  // The one key that the type names is the one that is set.
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: string };
}

function membersOf(source: Source, node: JsonNode, known: readonly string[]) {
  if (node.kind !== 'object') fail(source, node, `wants a map, not ${describe(node)}`, SHAPE);
  for (const { key, start } of node.members)
    if (!known.includes(key))
      fail(source, start, `there is no member ${key}`, `members: ${known.join(', ')}`);
  return new Map(node.members.map(({ key, value }) => [key, value] as const));
}

/** A hint for a rule that is not there. */
export function didYouMean(rule: string): string {
  const best = nearest(
    rule,
    rules.map(({ id }) => id),
  );
  return best === undefined ? 'sadap check --rules lists them' : `did you mean ${best}?`;
}
