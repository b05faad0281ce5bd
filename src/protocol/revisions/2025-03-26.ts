import { r20241105 } from './2024-11-05.ts';
import type { RevisionTable } from './table.ts';

/** Adds batches, which a receiver must accept (basic, "Batching"), and the HTTP transport of today. */
export const r20250326: RevisionTable = {
  ...r20241105,
  revision: '2025-03-26',
  batch: true,
  deprecated: [{ feature: 'HTTP+SSE transport', methods: [], section: 'basic/transports' }],
};
