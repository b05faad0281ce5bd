import type { Requirement } from './types.ts';

export const cli = {} as const satisfies Record<string, Requirement>;
