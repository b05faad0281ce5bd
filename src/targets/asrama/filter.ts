/** Members that never leave the MCP server: identity number, telephone of the guardian, address. */
const SENSITIVE: ReadonlySet<string> = new Set(['nik', 'no_hp_wali', 'alamat']);

/** A copy of a JSON value without the sensitive members, at whatever depth they are. */
export function withoutSensitive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSensitive);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !SENSITIVE.has(key));
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutSensitive(member)]));
}
