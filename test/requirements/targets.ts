import type { Requirement } from './types.ts';

export const targets = {} as const satisfies Record<string, Requirement>;
