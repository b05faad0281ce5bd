import { afterAll, expect } from 'vitest';

// A warning of the process (a leaked listener, a deprecated call) is a fault like any other.
const warnings: string[] = [];
process.on('warning', (warning) => warnings.push(`${warning.name}: ${warning.message}`));
afterAll(() => expect(warnings).toEqual([]));
