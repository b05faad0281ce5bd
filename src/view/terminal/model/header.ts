import type { Micros } from '../../../model/frame.ts';
import type { Dialogue } from '../../../reading/requests/dialogue.ts';
import type { Palette } from '../colour.ts';
import { escapeText } from '../escape.ts';
import { age, count } from '../format.ts';
import { wrapWords } from '../words.ts';
import { apiName } from './words.ts';

/** Whose requests these are, in which form, and what no recording can say of them. */
export function* modelHeader(
  { session, profile, turns }: Dialogue,
  width: number,
  palette: Palette,
  now: Micros,
): Generator<string> {
  const { header } = session.recording;
  const title = [
    'sadap',
    escapeText(header.server.label),
    `${count(turns.length, 'request')} to the model`,
    `as ${apiName(profile.api)}`,
  ].join(' · ');
  const host = `host: ${escapeText(profile.title)} (verified ${profile.verifiedAt}, ${age(profile.verifiedAt, now)})`;
  for (const line of wrapWords(title, width, 3)) yield palette.strong(line);
  for (const text of [host, ...remarks(profile.api, header.mode)])
    for (const line of wrapWords(text, width, 4)) yield palette.dim(line);
}

function remarks(api: string, mode: string): string[] {
  return [
    ...(api === 'unknown'
      ? [
          'which API this host speaks depends on its settings, or is not known: --api shows another form',
        ]
      : []),
    ...(mode === 'record'
      ? ['the calls were made by a script, not by a host: read as if this host had made them']
      : []),
  ];
}
