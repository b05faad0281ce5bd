import type { Recording } from '../model/recording.ts';
import { recordingFrom } from '../recording/load.ts';
import { OriginalSizes } from '../recording/original-sizes.ts';
import { redactFile } from '../recording/redact-file.ts';
import { tellDamaged } from './damage.ts';
import type { Options } from './program.ts';
import { redactionRules } from './redaction.ts';
import { bytesOfLog } from './source.ts';

/** A recording without what was taken out of it, how much that was, and how long things were before. */
export interface Redacted {
  readonly recording: Recording;
  /** Values that were taken out, by rule. */
  readonly taken: ReadonlyMap<string, number>;
  readonly sizes: OriginalSizes;
}

/** What is to be handed on of a recording. Who hands it on says what was taken out, with `tellTaken`. */
export async function redactedRecording(path: string, options: Options): Promise<Redacted> {
  const pieces: Buffer[] = [];
  const sizes = new OriginalSizes();
  const { damaged, kinds } = await redactFile(path, redactionRules(options), {
    write: (bytes) => Promise.resolve(pieces.push(bytes) > 0),
    chunks: await bytesOfLog(path),
    sizes,
  });
  if (damaged > 0) tellDamaged(path, damaged, 'the rest was taken');
  return { recording: recordingFrom(Buffer.concat(pieces), path), taken: kinds, sizes };
}
