import type { Requirement } from './types.ts';

export const view = {} as const satisfies Record<string, Requirement>;
