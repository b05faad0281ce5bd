import type { FrameEntry } from '../model/recording.ts';
import { type MemberSpan, memberSpans, valueText } from './members.ts';

/** Method and id of a message as spelled: JSON text, to be copied byte for byte. */
export interface HintText {
  readonly method?: string;
  readonly id?: string;
}

/** Longer values are not worth repeating. In bytes. */
export const LONGEST_HINT = 256;

/**
 * What a reader needs to count a message without parsing it. Empty for a batch, and whenever
 * something is unusual (a key spelled with escapes, an id that is an object, a very long one): then
 * readers look into the message. All or nothing, because a lone method would read as a notification.
 * `message` must be JSON.
 */
export function hintsOf(message: Buffer): HintText {
  const spans = memberSpans(message);
  if (!spans || isUnusual(spans)) return {};
  const method = hint(message, spans, 'method', /^"/);
  const id = hint(message, spans, 'id', /^["\-\dn]/);
  return method === 'unusual' || id === 'unusual' ? {} : { ...method, ...id };
}

/** Keys that only a parser can read, or a method beside what belongs to an answer. */
function isUnusual(spans: readonly MemberSpan[]): boolean {
  const has = (key: string) => spans.some((span) => span.key === key);
  if (has('method') && (has('result') || has('error'))) return true;
  return spans.some((span) => span.key.includes('\\'));
}

/** Of duplicate keys the last one counts, as for every peer. */
function hint(
  message: Buffer,
  spans: readonly MemberSpan[],
  key: keyof HintText,
  allowed: RegExp,
): HintText | 'unusual' {
  const span = spans.findLast((each) => each.key === key);
  if (!span) return {};
  if (span.end - span.start > LONGEST_HINT) return 'unusual';
  const text = valueText(message, span);
  return allowed.test(text) ? { [key]: text } : 'unusual';
}

/** The hints of an entry, as the model has them: the method decoded, the id as JSON text. */
export function readHints(line: Buffer, spans: readonly MemberSpan[]): FrameEntry['hints'] {
  const [method, id] = ['method', 'id'].map((key) => {
    const span = spans.find((each) => each.key === key);
    return span && span.end - span.start <= LONGEST_HINT ? valueText(line, span) : undefined;
  });
  if (method === undefined && id === undefined) return undefined;
  return { ...methodHint(method), ...(id !== undefined && { id }) };
}

/** A method that is no string is ignored: hints are a help, never a reason to refuse an entry. */
function methodHint(text: string | undefined): { method?: string } {
  const value: unknown = text?.startsWith('"') ? JSON.parse(text) : undefined;
  return typeof value === 'string' ? { method: value } : {};
}
