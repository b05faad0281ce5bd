import type { Requirement } from './types.ts';

export const reading = {} as const satisfies Record<string, Requirement>;
