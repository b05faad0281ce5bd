import type { Requirement } from './types.ts';

export const capture = {} as const satisfies Record<string, Requirement>;
