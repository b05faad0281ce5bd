import type { JsonValue } from '../../../model/json.ts';
import type { JsonMembers } from '../marker.ts';
import { objectAt, objectsOf } from './api.ts';

/** The least value that a JSON Schema of the plain kind allows, for hosts that want their answer so. */
export function least(schema: JsonMembers): JsonValue {
  const { type, enum: choices, properties } = schema;
  if (Array.isArray(choices)) return choices[0] ?? null;
  const kind = typeof type === 'string' ? type.toLowerCase() : properties ? 'object' : 'string';
  switch (kind) {
    case 'object':
      return leastObject(schema);
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    default:
      return 'x';
  }
}

function leastObject(schema: JsonMembers): JsonMembers {
  const members = Object.entries(objectAt(schema, 'properties') ?? {});
  return Object.fromEntries(
    members.map(([name, each]) => [name, least(objectsOf([each])[0] ?? {})]),
  );
}
