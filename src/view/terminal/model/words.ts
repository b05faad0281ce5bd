import type { MessageRef } from '../../../model/message.ts';
import type { ApiFormat } from '../../../model/profile.ts';
import { refKey } from '../../../model/session.ts';

/** The API whose form a request has. */
export function apiName(api: ApiFormat): string {
  return API_NAMES[api];
}

/** A message as people see it in other views: `#12`, `#12.3` in a batch. */
export function refText(ref: MessageRef): string {
  return `#${refKey(ref)}`;
}

const API_NAMES: { readonly [api in ApiFormat]: string } = {
  anthropic: 'Anthropic Messages',
  'openai-chat': 'OpenAI Chat Completions',
  'openai-responses': 'OpenAI Responses',
  gemini: 'Gemini',
  unknown: 'Anthropic Messages',
};

/** A bar whose full length is `most`. */
export function barOf(value: number, most: number, columns: number): string {
  if (most <= 0 || value <= 0) return '';
  return '▪'.repeat(Math.max(1, Math.round((value / most) * columns)));
}

/** Share in percent of a whole. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${Math.round((100 * part) / whole)} %`;
}
