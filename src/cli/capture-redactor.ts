import { RecordingRedactor } from '../recording/redact.ts';
import { Redactor } from '../secrets/redactor.ts';
import type { Options } from './program.ts';
import { redactionRules } from './redaction.ts';

/**
 * What takes values out while they are recorded, if that was asked for. It sees each message once: a value is
 * taken out of what comes after the member that gave it away, not of what came before.
 */
export function captureRedactor(options: Options): { readonly redactor?: RecordingRedactor } {
  const isAsked = ['redact', 'member', 'pointer', 'pattern', 'keep'].some(
    (name) => options[name] !== undefined && options[name] !== false,
  );
  return isAsked ? { redactor: new RecordingRedactor(new Redactor(redactionRules(options))) } : {};
}
