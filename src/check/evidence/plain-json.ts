/**
 * `JSON.parse` for looking at shapes only: which members there are, what an id is. Numbers lose their
 * spelling here, so nothing of it may be shown; what is shown comes from the message's nodes.
 */
export function parsed(text: Buffer | string): unknown {
  try {
    const value: unknown = JSON.parse(text.toString());
    return value;
  } catch {
    return undefined;
  }
}

/** The id of a value that is meant as an answer, in the form in which `plainId` gives it. */
export function answerId(value: unknown): string | undefined {
  if (!isObject(value) || 'method' in value) return undefined;
  const { id } = value;
  return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : undefined;
}

/** An id's plainest spelling: 1.0 becomes 1. Only to recognise; ids pair by `RpcId.key`. */
export function plainId(text: string): string {
  const value = parsed(text);
  return value === undefined ? text : JSON.stringify(value);
}

export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
