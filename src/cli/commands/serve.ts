import { runTee } from '../../capture/tee/run.ts';
import { EXIT } from '../../errors.ts';
import { openNewRecording } from '../../replay/as-server/forward/new-recording.ts';
import type { PlayCounts } from '../../replay/as-server/player.ts';
import { serveRecordings } from '../../replay/as-server/serve.ts';
import { tellDamage } from '../damage.ts';
import { endLike } from '../end-like.ts';
import type { Invocation, Run } from '../program.ts';
import { faultsOf, placeOf, type Serving, servingOf } from '../serving.ts';
import { loadSource } from '../source.ts';
import { stopSignal } from '../stop-signal.ts';
import { tell } from '../tell.ts';
import { VERSION } from '../version.ts';

/** `sadap serve FILE`: plays a recorded server; 1 when the client asked or answered something else. */
export const run: Run = async (invocation) => {
  const serving = servingOf(invocation);
  return serving.recordTo === undefined
    ? play(serving, invocation)
    : recordAll(serving, serving.recordTo);
};

async function play(serving: Serving, { options }: Invocation): Promise<number> {
  const { command, out, match } = serving;
  const faults = await faultsOf(options);
  const on = placeOf(options);
  const recordings = await Promise.all(serving.files.map(loadSource));
  for (const each of recordings) tellDamage(each, 'the rest plays');
  const [old] = recordings;
  const added =
    out && old
      ? openNewRecording(old, { out, command, recorder: `sadap/${VERSION}`, tell })
      : undefined;
  const errors = (chunk: Buffer) => process.stderr.write(chunk);
  const place = { command, cwd: process.cwd(), env: process.env, errors };
  const forward =
    match.onMiss === 'forward' ? { ...place, ...(added && { record: added }) } : undefined;
  if ('input' in on && process.stdin.isTTY)
    tell('serving on standard input and output, as a client would start it; Ctrl-D ends it');
  const counts = await serveRecordings(recordings, {
    ...match,
    faults,
    on,
    tell,
    signal: stopSignal(),
    ...(forward && { forward }),
  });
  added?.end();
  if (added) tell(`what the real server added is in ${added.path}`);
  return statusOf(counts);
}

function statusOf({ misses, differing }: PlayCounts): number {
  return misses + differing > 0 ? EXIT.found : EXIT.ok;
}

/** Nothing is played: the server is the real one, and recorded. */
async function recordAll(
  { command }: Serving,
  out: NonNullable<Serving['recordTo']>,
): Promise<number> {
  const { exit, error } = await runTee({
    command,
    out,
    strict: true,
    recorder: `sadap/${VERSION}`,
    warn: tell,
  });
  return error ? error.exitCode : endLike(exit);
}
