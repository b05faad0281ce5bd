import { add, type Code, eq, get, int } from '../../wire/wasm.ts';

/** A local and so much. */
export function plus(name: string, count: number): Code {
  return add(get(name), int(count));
}

/** Has a local this value? */
export function is(name: string, value: number): Code {
  return eq(get(name), int(value));
}
