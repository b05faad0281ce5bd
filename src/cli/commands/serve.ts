import { EXIT, SadapError } from '../../errors.ts';
import { pointerSteps } from '../../model/json.ts';
import { loadRecording } from '../../recording/load.ts';
import { serveRecordings } from '../../replay/as-server/serve.ts';
import type { Options, Run } from '../program.ts';
import { recordingPath } from '../source.ts';
import { stopSignal } from '../stop-signal.ts';
import { tell } from '../tell.ts';
import { listOption, textOption } from '../values.ts';

/** `sadap serve FILE`: plays a recorded server; 1 when the client asked or answered something else. */
export const run: Run = async ({ operands, options }) => {
  const wishes = wishesOf(options);
  const recordings = await Promise.all(pathsOf(operands, options).map(loadRecording));
  const counts = await serveRecordings(recordings, {
    ...wishes,
    on: placeOf(options),
    tell,
    signal: stopSignal(),
  });
  return counts.misses + counts.differing > 0 ? EXIT.found : EXIT.ok;
};

/** Several are recordings of one session; none is the newest one. */
function pathsOf(operands: readonly string[], options: Options): readonly string[] {
  return operands.length > 1 ? operands : [recordingPath(operands, options)];
}

function wishesOf(options: Options) {
  const ignore = listOption(options, 'ignore');
  for (const pointer of ignore)
    if (pointer === '' || pointerSteps(pointer) === undefined)
      throw new SadapError('usage', `--ignore wants a JSON pointer, not "${pointer}"`, {
        hint: 'it starts at the message: /params/arguments/now; * stands for any step',
      });
  return {
    ignore,
    repeat: textOption(options, 'repeat') === 'last' ? ('last' as const) : ('miss' as const),
    onMiss: textOption(options, 'onMiss') === 'empty' ? ('empty' as const) : ('error' as const),
    timing: timingOf(textOption(options, 'timing') ?? 'none'),
    faults: [],
  };
}

function placeOf(options: Options) {
  const listen = textOption(options, 'listen');
  return listen === undefined
    ? { input: process.stdin, output: process.stdout }
    : { listen, allowHosts: listOption(options, 'allowHost') };
}

/** Times the recorded pauses. */
function timingOf(text: string): number {
  if (text === 'none') return 0;
  if (text === 'recorded') return 1;
  const factor = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && factor <= 1000) return factor;
  throw new SadapError('usage', `--timing wants none, recorded or a factor, not "${text}"`, {
    hint: '0.5 is twice as fast, 2 twice as slow',
  });
}
