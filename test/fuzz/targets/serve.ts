import { play } from '../../support/play.ts';
import { conversations, orRefused, recordedFrom } from '../support.ts';
import { type FuzzTarget, holds } from '../target.ts';

/** A recording that is served to its own client, and to one that says anything. */
export const target: FuzzTarget = {
  promise:
    'any recording can be served, to its own client and to any other; each answer is one line of JSON with the id that was asked',
  seeds: conversations,
  longest: 4096,
  run: (bytes) => {
    const recording = recordedFrom(bytes);
    const server = orRefused(() => play(recording));
    if (!server) return;
    const said = recording.items.flatMap((item) =>
      item.type === 'frame' ? [item.frame.bytes] : [],
    );
    for (const each of said.slice(0, 40)) {
      for (const line of [...server.say(each), ...server.wait(50)])
        holds(!line.includes('\n'), 'what is served is one line');
    }
    server.wait(5000);
  },
};
