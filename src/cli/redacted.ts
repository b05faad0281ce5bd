import type { Recording } from '../model/recording.ts';
import { recordingFrom } from '../recording/load.ts';
import { redactFile } from '../recording/redact-file.ts';
import { tellDamaged } from './damage.ts';
import type { Options } from './program.ts';
import { redactionRules } from './redaction.ts';
import { bytesOfLog } from './source.ts';

/** A recording without what is to be taken out of everything that is made to be handed on. */
export async function redactedRecording(path: string, options: Options): Promise<Recording> {
  const pieces: Buffer[] = [];
  const keep = (bytes: Buffer) => {
    pieces.push(bytes);
    return Promise.resolve(true);
  };
  const rules = redactionRules(options);
  const { damaged } = await redactFile(path, rules, keep, undefined, await bytesOfLog(path));
  if (damaged > 0) tellDamaged(path, damaged, 'the rest was taken');
  return recordingFrom(Buffer.concat(pieces), path);
}
