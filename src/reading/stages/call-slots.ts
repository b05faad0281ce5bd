import type { Piece } from '../pieces.ts';
import type { RuleName } from '../rules.ts';
import { compactJson } from './encoding.ts';
import type { CallFacts } from './sdk-checks.ts';

/**
 * What templates may name of the call: `{tool}` as the model knows it, `{server_tool}` as the server
 * does, `{server}`, and the JSON of the `{arguments}`.
 */
export function callSlots(facts: CallFacts, rule: RuleName): [string, readonly Piece[]][] {
  const { modelName, tool, server, args } = facts;
  const named: [string, string | undefined][] = [
    ['tool', modelName],
    ['server_tool', tool ?? ''],
    ['server', server],
    ['arguments', args && compactJson(args)],
  ];
  return named.flatMap(([name, text]) => (text === undefined ? [] : [[name, [{ text, rule }]]]));
}
