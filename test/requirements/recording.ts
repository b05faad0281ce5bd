import type { Requirement } from './types.ts';

export const recording = {} as const satisfies Record<string, Requirement>;
