import type { Requirement } from './types.ts';

export const check = {} as const satisfies Record<string, Requirement>;
