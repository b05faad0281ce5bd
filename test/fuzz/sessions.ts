/** Targets that take whole sessions; the two halves of the suite take about as long and run side by side. */
export const SESSIONS: readonly string[] = [
  'check',
  'diff',
  'doc',
  'profile',
  'reading',
  'replay',
  'serve',
  'view',
  'viewer',
  'live',
  'match',
];
