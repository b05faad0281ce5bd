import { r20250326 } from './2025-03-26.ts';
import { type RevisionTable, request, revise, SERVER } from './table.ts';

/** Removes batches and adds elicitation (changelog). */
export const r20250618: RevisionTable = {
  ...r20250326,
  revision: '2025-06-18',
  batch: false,
  methods: revise(r20250326.methods, [
    request(
      SERVER,
      'elicitation/create',
      'client/elicitation',
      ['message', 'requestedSchema'],
      ['action'],
    ),
  ]),
};
