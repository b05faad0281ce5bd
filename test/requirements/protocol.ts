import type { Requirement } from './types.ts';

export const protocol = {} as const satisfies Record<string, Requirement>;
