import type { Header } from '../../../src/model/recording.ts';
import { parseTime } from '../../../src/recording/time.ts';

/** Microseconds of a time in text. */
export function micros(text: string): number {
  const at = parseTime(text);
  if (at === undefined) throw new Error(`no time: ${text}`);
  return at;
}

export const header: Header = {
  type: 'header',
  format: 'sadap',
  version: 1,
  session: '019acd3e-2f1b-7a40-8c5d-0123456789ab',
  startedAt: micros('2026-11-30T10:10:00.123456Z'),
  recorder: 'sadap/0.1.0',
  mode: 'record',
  exact: true,
  server: { label: 'asrama', command: ['node', 'server.js'], cwd: '/srv', envNames: ['A_TOKEN'] },
};
