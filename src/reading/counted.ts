import type { JsonNode, JsonObject } from '../model/json.ts';

/**
 * Members as a peer's JSON parser counts them: each key once, at its first place, with its last
 * value. Earlier values of a duplicate key share its pointer and reach nobody.
 */
export function countedMembers(node: JsonObject): ReadonlyMap<string, JsonNode> {
  return new Map(node.members.map((each) => [each.key, each.value]));
}
