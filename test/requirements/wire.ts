import type { Requirement } from './types.ts';

export const wire = {} as const satisfies Record<string, Requirement>;
