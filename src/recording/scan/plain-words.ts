import { and, type Code, eq, getGlobal, give, int, intAt, or, setGlobal } from '../../wire/wasm.ts';
import { CALLS, globalIndex, PLACE } from './layout.ts';

/** The objects of plain messages whose members are known. */
export const WHICH = { message: 0, params: 1, result: 2, block: 3 } as const;

/** Their members, a bit for each. */
export const OF_MESSAGE = {
  jsonrpc: 1,
  id: 2,
  method: 4,
  params: 8,
  result: 16,
  error: 32,
  /** As `method` and `params`, of a log notification. */
  log: 64,
  logged: 128,
} as const;
export const OF_PARAMS = {
  name: 1,
  arguments: 2,
  meta: 4,
  level: 8,
  logger: 16,
  data: 32,
} as const;
export const OF_RESULT = { content: 1, isError: 2, structured: 4, meta: 8 } as const;
export const OF_BLOCK = { type: 1, text: 2 } as const;

export const refused: Code = give(int(0));

/** Adds flags to those of the record. */
export function flag(bits: Code | number): Code {
  const value = typeof bits === 'number' ? int(bits) : bits;
  return setGlobal(globalIndex('flags'), or(getGlobal(globalIndex('flags')), value));
}

export function see(bits: number): Code {
  return setGlobal(globalIndex('seen'), or(getGlobal(globalIndex('seen')), int(bits)));
}

/** Is it only asked whether calls can be compared? */
export const toCompare: Code = eq(intAt(int(PLACE.calls)), int(CALLS.comparable));

/** Params of a log notification, and nothing else. */
export function isLogged(): Code {
  const { level, logger, data } = OF_PARAMS;
  return eq(or(getGlobal(globalIndex('bits')), int(logger)), int(level | logger | data));
}

/** Params of a call, and nothing else. */
export function isCalled(): Code {
  const { name, level, logger, data } = OF_PARAMS;
  return eq(and(getGlobal(globalIndex('bits')), int(name | level | logger | data)), int(name));
}
