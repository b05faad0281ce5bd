import { RecordingRedactor } from '../recording/redact.ts';
import { Redactor } from '../secrets/redactor.ts';
import type { Options } from './program.ts';
import { redactionRules } from './redaction.ts';
import { isRedactionAsked } from './redaction-flags.ts';
import { assignments, listOption } from './values.ts';

/**
 * What takes values out while they are recorded, if that was asked for. It sees each message once: a value is
 * taken out of what comes after the member that gave it away, not of what came before.
 */
export function captureRedactor(options: Options): { readonly redactor?: RecordingRedactor } {
  if (!isRedactionAsked(options)) return {};
  const redactor = new RecordingRedactor(new Redactor(redactionRules(options)));
  // The server has them too.
  redactor.knowEnvironment({ ...process.env, ...assignments('--env', listOption(options, 'env')) });
  return { redactor };
}
