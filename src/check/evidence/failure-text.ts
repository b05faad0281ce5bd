import { isErrorItself } from './error-itself.ts';
import { isObject, parsed } from './plain-json.ts';
import { plainText } from './text.ts';

/** Why something that is called a success looks like a failure, and how sure that is. */
export interface FailureSign {
  readonly confidence: 'high' | 'medium' | 'low';
  readonly sign: string;
}

/** A JSON text beyond this is data; failures are short. */
const LONGEST_JSON = 100_000;

/**
 * Whether a text of a result looks like a failure: a JSON object of the kind that services answer
 * errors with, or a sentence that begins as failures do. A guess by its nature. A text that talks about
 * errors (`0 errors found`, a page on error handling, a log) must not be taken for one: data beside an
 * error member lowers the confidence or acquits, and a sentence counts only by its beginning.
 */
export function failureSign(text: string): FailureSign | undefined {
  const isJson = /^\s*\{/.test(text.slice(0, 100));
  if (isJson && text.length > LONGEST_JSON) return undefined;
  const value = isJson ? parsed(text) : undefined;
  return isObject(value) ? failureInObject(value) : failureInSentence(text);
}

/** As `failureSign`, for a value (structured content). */
export function failureInObject(value: {
  readonly [key: string]: unknown;
}): FailureSign | undefined {
  const sign = signIn(value);
  if (!sign) return undefined;
  const data = Object.keys(value).filter((key) => !isEnvelope(key) && hasContent(value[key]));
  if (data.length === 0) return { confidence: 'high', sign: sign.text };
  if (!sign.isStrong) return undefined;
  return { confidence: data.some((key) => isList(value[key])) ? 'low' : 'medium', sign: sign.text };
}

interface Sign {
  readonly text: string;
  /** Says failure even beside data. */
  readonly isStrong: boolean;
}

function signIn(value: { readonly [key: string]: unknown }): Sign | undefined {
  for (const key of Object.keys(value)) {
    const sign = signOf(key.toLowerCase().replaceAll(/[_-]/g, ''), value[key]);
    if (sign)
      return { text: `${plainText(key, 40)}: ${shown(value[key])}`, isStrong: sign === 'strong' };
  }
  return undefined;
}

const ERROR_KEYS = new Set([
  'error',
  'err',
  'exception',
  'errormessage',
  'errormsg',
  'errordescription',
  'failure',
]);
const FLAGS = new Set(['iserror', 'haserror', 'failed']);
const SUCCESS_KEYS = new Set(['success', 'ok', 'succeeded', 'issuccess', 'successful']);
const STATUS_KEYS = new Set([
  'status',
  'statuscode',
  'httpstatus',
  'code',
  'httpcode',
  'httpstatuscode',
]);

/** What one member says. strong: it failed; weak: it did, if there is nothing else in the object. */
function signOf(key: string, value: unknown): 'strong' | 'weak' | undefined {
  if (ERROR_KEYS.has(key)) return saysError(value) ? 'strong' : undefined;
  if (FLAGS.has(key)) return value === true ? 'strong' : undefined;
  if (SUCCESS_KEYS.has(key)) return value === false ? 'strong' : undefined;
  if (key === 'errors') return hasContent(value) && typeof value === 'object' ? 'weak' : undefined;
  if (STATUS_KEYS.has(key)) return saysFailed(value) ? 'weak' : undefined;
  if (key === 'detail' || key === 'message') return saysRefused(value) ? 'weak' : undefined;
  return undefined;
}

/** `none`, `no errors found`; but `no such city` is one. */
const SAYS_NONE =
  /^(no(ne)?( errors?| problems?| issues?)?( found| occurred)?|null|false|ok|n\/a|0)\W*$/i;

/** Numbers are measures (an error of 0.02), empty values say that there was none. */
function saysError(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '' && !SAYS_NONE.test(value.trim());
  return value === true || (typeof value === 'object' && hasContent(value));
}

function saysFailed(value: unknown): boolean {
  if (typeof value === 'number') return value >= 400 && value < 600;
  return typeof value === 'string' && /^(error|fail(ed|ure)?|[45]\d\d)$/i.test(value.trim());
}

/** The error body of a web framework: one sentence that refuses. */
function saysRefused(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length < 300 &&
    /\b(not found|not authenticated|unauthori[sz]ed|forbidden|denied|invalid|not allowed|internal server error|tidak ditemukan)\b/i.test(
      value,
    )
  );
}

/** Members that describe a failure rather than carry data, spelled without `_` and `-`. */
const ENVELOPE =
  /^(e(rr(or)?s?|xception|rror(code|message|msg|description|type|details?|id))|failure|failed|iserror|haserror|success(ful)?|ok|succeeded|issuccess|status(code|text)?|http(status|code|statuscode)|code|message|msg|details?|description|reason|hint|suggestion|help|type|title|instance|path|url|method|trace(back|id)?|stack(trace)?|timestamp|time|requestid|data|result)$/;

/** `data` and `result` count as envelope only when they are empty; `hasContent` has looked. */
function isEnvelope(key: string): boolean {
  const plain = key.toLowerCase().replaceAll(/[_-]/g, '');
  return ENVELOPE.test(plain) && plain !== 'data' && plain !== 'result';
}

function hasContent(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== null && value !== undefined && value !== '' && value !== false;
}

function isList(value: unknown): boolean {
  return typeof value === 'object' && hasContent(value);
}

function shown(value: unknown): string {
  return plainText(typeof value === 'string' ? `"${value}"` : JSON.stringify(value), 80);
}

/** How failures begin. `Errors: 0`, `Error handling`, `No error` do not. */
const BEGINNINGS: readonly RegExp[] = [
  /^error\s*[:!–—-]\s*(?!(0|no|none|null)\b)\S/i,
  /^error (executing|calling|running|invoking|in|while|when|during|from|occurred|fetching|reading|writing|getting|loading|parsing|processing|creating|updating|deleting|connecting)\b/i,
  /^(an?|the following|unexpected|unhandled|unknown|internal|fatal) (\w+ )?(error|exception)( (occurred|happened|while)|\s*:)/i,
  /^[A-Za-z_][\w.]*(Error|Exception)\s*[:(]/,
  /^traceback \(most recent call last\)/i,
  /^(fatal|panic|exception)\s*:\s*\S/i,
  /^failed to \w+/i,
  /^(unable to|could not|couldn't|cannot|can't) (?!be\b)\w+/i,
  /^(access|permission|authentication|authorization|request|connection) (was |is )?(denied|failed|refused|timed out)\b/i,
  /^(http )?(error )?[45]\d\d\b[\s:-]+(bad request|unauthori[sz]ed|forbidden|not found|internal server error|bad gateway|service unavailable|too many requests)/i,
  /^(unauthori[sz]ed|forbidden|not found|internal server error|bad gateway)\s*([.:!]|$)/i,
  /^(gagal \w+|kesalahan\s*:|terjadi kesalahan)/i,
];

function failureInSentence(text: string): FailureSign | undefined {
  // A mark or an emoji before the words, as in "❌ Failed to …", says nothing by itself.
  const start = text.slice(0, 300).replace(/^[\s\p{So}\p{P}\p{M}\u200d]{1,12}/u, '');
  if (!BEGINNINGS.some((each) => each.test(start))) return undefined;
  const confidence = isErrorItself(start, text) ? 'medium' : 'low';
  return { confidence, sign: `"${plainText(text.trimStart())}"` };
}
