import { at, type JsonNode, member } from '../../model/json.ts';
import type { Found } from '../change.ts';
import { schemaChanges } from '../schema/changes.ts';
import { diffValues, type ValueChange } from '../values.ts';
import type { ItemPair } from './definitions.ts';
import type { RuleId } from './table.ts';

/** What a host assumes when a hint is absent (MCP 2025-11-25, schema, `ToolAnnotations`). */
const HINT_DEFAULTS: { readonly [hint: string]: boolean } = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

/** Members that are judged on their own. */
const APART = ['/inputSchema', '/outputSchema', '/name'];

/** What changed in a tool that both sessions list. */
export function toolChanges({ before, after, subject }: ItemPair): Found[] {
  const rest = diffValues(before.node, after.node, { ignore: APART }).map((each): Found => {
    const { kind: _kind, was: _was, moved: _moved, rules: _rules, ...values } = each;
    const pointer = after.pointer + each.pointer;
    return { rule: ruleOf(each), subject, ...values, pointer, ...hintNote(each) };
  });
  return [
    ...rest,
    ...inputChanges(before, after, subject),
    ...outputChanges(before, after, subject),
  ];
}

type Item = ItemPair['before'];

function inputChanges(before: Item, after: Item, subject: string): Found[] {
  const [old, now] = [member(before.node, 'inputSchema'), member(after.node, 'inputSchema')];
  const pointer = `${after.pointer}/inputSchema`;
  if (!old || !now)
    return old || now
      ? [
          {
            rule: 'schema.other',
            subject,
            pointer,
            ...(old && { before: old }),
            ...(now && { after: now }),
          },
        ]
      : [];
  return schemaChanges(old, now, pointer).map(({ argument, ...each }) => ({
    ...each,
    subject,
    ...(argument !== '' && { note: argument }),
  }));
}

/** The caller reads what the schema promises: any other promise may surprise it. */
function outputChanges(before: Item, after: Item, subject: string): Found[] {
  const [old, now] = [member(before.node, 'outputSchema'), member(after.node, 'outputSchema')];
  const pointer = `${after.pointer}/outputSchema`;
  if (!old && now) return [{ rule: 'tool.output-schema-added', subject, pointer, after: now }];
  if (old && !now) return [{ rule: 'tool.output-schema-gone', subject, pointer, before: old }];
  if (!old || !now) return [];
  return schemaChanges(old, now, pointer).map(({ argument, ...each }) => ({
    ...each,
    rule: SAME_FOR_OUTPUT.has(each.rule) ? each.rule : 'tool.output-schema',
    subject,
    ...(argument !== '' && { note: argument }),
  }));
}

const SAME_FOR_OUTPUT: ReadonlySet<RuleId> = new Set([
  'schema.text',
  'schema.dialect',
  'schema.annotation',
  'schema.bound-safe',
] as const);

function ruleOf(change: ValueChange): RuleId {
  const [, first = '', second = ''] = change.pointer.split('/');
  if (first === 'title' || first === 'description') return 'tool.text';
  if (first === 'annotations')
    return second === '' ? annotationsRule(change) : hintRule(second, change);
  if (first === 'execution') return executionRule(change, second);
  return 'tool.member';
}

/** All annotations came or went: what counts are hints that do not say the default. */
function annotationsRule({ before, after }: ValueChange): RuleId {
  const hints = Object.keys(HINT_DEFAULTS);
  const effects = (node: JsonNode | undefined) => hints.map((hint) => effect(hint, at(node, hint)));
  return effects(before).join() === effects(after).join() ? 'tool.default' : 'tool.hint';
}

/** What all annotations together change, beside the defaults of those that are absent. */
function hintNote({ pointer, before, after }: ValueChange): { note?: string } {
  if (pointer !== '/annotations') return {};
  const readOnly = [before, after].map((node) => effect('readOnlyHint', at(node, 'readOnlyHint')));
  const effects = Object.keys(HINT_DEFAULTS).flatMap((hint) => {
    const [was, is] = [effect(hint, at(before, hint)), effect(hint, at(after, hint))];
    // Of a tool that only reads, these two say nothing (same section).
    const isMoot =
      ['destructiveHint', 'idempotentHint'].includes(hint) && readOnly.includes('true');
    return was === is || isMoot ? [] : [`${hint} ${was} → ${is}`];
  });
  return effects.length === 0 ? {} : { note: effects.join(', ') };
}

function hintRule(hint: string, { before, after }: ValueChange): RuleId {
  if (hint === 'title') return 'tool.text';
  if (!(hint in HINT_DEFAULTS)) return 'tool.member';
  return effect(hint, before) === effect(hint, after) ? 'tool.default' : 'tool.hint';
}

function effect(hint: string, node: JsonNode | undefined): string {
  return node?.kind === 'literal' ? String(node.value) : String(HINT_DEFAULTS[hint]);
}

/** Absent means `forbidden` (MCP 2025-11-25, schema, `ToolExecution`). */
function executionRule({ before, after }: ValueChange, second: string): RuleId {
  const support = (node: JsonNode | undefined) => {
    const found = second === '' ? at(node, 'taskSupport') : node;
    return found?.kind === 'string' ? found.value : 'forbidden';
  };
  if (second !== '' && second !== 'taskSupport') return 'tool.member';
  return support(before) === support(after) ? 'tool.default' : 'tool.execution';
}
