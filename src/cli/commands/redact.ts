import { EXIT, SadapError } from '../../errors.ts';
import type { PlacedHit } from '../../recording/redact.ts';
import { type Redaction, redactFile } from '../../recording/redact-file.ts';
import { Redactor } from '../../secrets/redactor.ts';
import { EVERYTHING } from '../../secrets/rules.ts';
import { renderFoundJson } from '../../view/json/found.ts';
import { renderFound } from '../../view/terminal/found.ts';
import { tellDamaged } from '../damage.ts';
import { looks, printLines } from '../output.ts';
import type { Options, Run } from '../program.ts';
import { redactionRules } from '../redaction.ts';
import { bytesOfLog, recordingPath, shortName } from '../source.ts';
import { takenWords } from '../taken.ts';
import { openTarget, type Target } from '../target.ts';
import { tell } from '../tell.ts';
import { textOption } from '../values.ts';

/**
 * `sadap redact`: a recording without secrets and personal values, for somebody else. With `--scan` only
 * says what would go, and returns 1 when there is any, or a place that cannot be looked into.
 */
export const run: Run = async ({ operands, options }) => {
  const rules = redactionRules(options);
  const path = recordingPath(operands, options);
  if (options['scan'] === true) return scan(path, options);
  if (textOption(options, 'output') === undefined)
    throw new SadapError('usage', 'say where to write the redacted recording', {
      hint: 'with -o FILE, or - for standard output; or look first with --scan',
    });
  if (options['bundle'] === true) return bundle(path, options);
  let target: Target | undefined;
  const write = (bytes: Buffer) => {
    // Nothing is created, let alone overwritten, before the source has proved to be a recording.
    if (bytes.length > 0) target ??= openTarget(options, path);
    return target?.write(bytes) ?? Promise.resolve(true);
  };
  const done = await redactFile(path, rules, { write, chunks: await bytesOfLog(path) });
  report(path, done);
  return done.damaged === 0 ? EXIT.ok : EXIT.found;
};

/** A redacted recording with what is wrong in it, as one file. */
async function bundle(path: string, options: Options): Promise<number> {
  const pieces: Buffer[] = [];
  const done = await redactFile(path, redactionRules(options), {
    write: (bytes) => Promise.resolve(pieces.push(bytes) > 0),
    chunks: await bytesOfLog(path),
  });
  const { bundleOf } = await import('../bundle.ts');
  const bytes = await bundleOf(Buffer.concat(pieces), 'recording.ndjson');
  await openTarget(options, path).write(bytes);
  report(path, done);
  return done.damaged === 0 ? EXIT.ok : EXIT.found;
}

async function scan(path: string, options: Options): Promise<number> {
  const hits: PlacedHit[] = [];
  // The keys on the way to a value may be secrets, too.
  const keys = new Redactor(EVERYTHING);
  const { damaged } = await redactFile(path, redactionRules(options), {
    write: () => Promise.resolve(true),
    onHit: (each) => hits.push({ ...each, pointer: keys.text(each.pointer) }),
    chunks: await bytesOfLog(path),
  });
  if (options['json'] === true) await printLines(renderFoundJson(hits));
  else await printLines(renderFound(hits, { ...looks(options), name: shortName(path) }));
  if (damaged > 0) tellDamaged(shortName(path), damaged, 'the rest was looked into');
  return hits.length + damaged === 0 ? EXIT.ok : EXIT.found;
}

function report(path: string, { kinds, damaged }: Redaction): void {
  const left = damaged === 1 ? 'one damaged place' : `${damaged} damaged places`;
  tell(
    takenWords(kinds, shortName(path)),
    ...(damaged > 0 ? [`${left} could not be looked into, and is not in the new recording`] : []),
    'only what was named, and what looks like a secret or a personal value, is found: read it before you hand it on',
  );
}
