import { RecordingRedactor } from '../recording/redact.ts';
import { isSecretName } from '../secrets/names.ts';
import { Redactor } from '../secrets/redactor.ts';
import type { Options } from './program.ts';
import { redactionRules } from './redaction.ts';
import { isRedactionAsked } from './redaction-flags.ts';
import { listOption } from './values.ts';

/**
 * What takes values out while they are recorded, if that was asked for. It sees each message once: a value is
 * taken out of what comes after the member that gave it away, not of what came before.
 */
export function captureRedactor(options: Options): { readonly redactor?: RecordingRedactor } {
  if (!isRedactionAsked(options)) return {};
  const rules = redactionRules(options);
  const redactor = new Redactor(rules);
  if (rules.secrets)
    for (const [name, value] of secretsAround(options)) redactor.know(value, { name });
  return { redactor: new RecordingRedactor(redactor) };
}

/** The server has them too, and may say them anywhere. */
function secretsAround(options: Options): [name: string, value: string][] {
  const given = listOption(options, 'env').map((each): [string, string] => {
    const [name = '', ...rest] = each.split('=');
    return [name, rest.join('=')];
  });
  return [...Object.entries(process.env), ...given].flatMap(([name, value = '']) =>
    value.length >= SHORTEST && isSecretName(name) ? [[name, value]] : [],
  );
}

/** A shorter value may be a word that means something else elsewhere. */
const SHORTEST = 8;
