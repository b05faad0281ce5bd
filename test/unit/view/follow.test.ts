import { describe, expect, it } from 'vitest';
import type { Recording } from '../../../src/model/recording.ts';
import { LiveSession } from '../../../src/protocol/live.ts';
import { buildSession } from '../../../src/protocol/session.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { readMessage } from '../../../src/reading/read.ts';
import { FollowJson } from '../../../src/view/json/follow.ts';
import { renderSessionJson } from '../../../src/view/json/session.ts';
import type { Filter } from '../../../src/view/terminal/filter.ts';
import { FollowView } from '../../../src/view/terminal/follow.ts';
import type { LiveInput } from '../../../src/view/terminal/timeline.ts';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { call, inputOf, linesOf, tokenizer, toolResult } from './support.ts';

const profile = profileOf();
const options = { width: 100, colour: 'none', now: 0 } as const;

function inputFor({ header }: Recording): LiveInput {
  return {
    live: new LiveSession(header),
    reading: (located, session) => readMessage(located, session, profile),
    profile,
    tokenizer,
  };
}

/** What is printed for each item as it comes, one after the other. */
function followed(recording: Recording, filter: Filter = {}): string[][] {
  const view = new FollowView(inputFor(recording), { ...options, ...filter });
  const lines = recording.items.map((item) => [...view.add([item])]);
  return [...lines, [...view.end(undefined)]];
}

const talk = conversation()
  .initialized()
  .event({ event: 'started' })
  .stderr('ready')
  .stderr('steady')
  .client(call(1, 'cari_anak'))
  .client(call(2, 'cari_anak'))
  .server('no message')
  .server(toolResult(2, 'two', { isError: true }))
  .server([toolResult(1, 'one'), { jsonrpc: '2.0', id: 7, method: 'ping' }])
  .client(call(3, 'cari_anak'));

describe('following in the terminal', () => {
  it('prints each item as the whole session shows it', () => {
    verifies('watch:view');
    const recording = talk.recording();
    const view = new FollowView(inputFor(recording), options);
    const all = [...view.add(recording.items), ...view.end(undefined)];
    const session = linesOf(inputOf(buildSession(recording)));
    expect(all).toEqual(session.slice(session.indexOf('')));
  });

  it('prints a request at once without a word about its answer, and the answer when it comes', () => {
    verifies('watch:view');
    const [, , , , , , request, , , answer] = followed(talk.recording());
    expect(request?.[1]).toMatch(/^#6 {2}→ tools\/call {2}cari_anak +id 1 +\+7 ms$/);
    expect(answer?.[1]).toMatch(
      /^#9 {2}← result +tools\/call cari_anak {2}isError +id 2 +2 ms after #7$/,
    );
  });

  it('prints with errors what failed once it has: the request, then its answer', () => {
    verifies('watch:errors');
    const printed = followed(talk.recording(), { errors: true }).map((lines) =>
      lines.flatMap((line) => /^#[\d.]+/.exec(line)?.[0] ?? []),
    );
    expect(printed.flat().slice(0, 3)).toEqual(['#8', '#7', '#9']);
    // Nobody answered these two before the session ended.
    expect(new Set(printed.at(-1))).toEqual(new Set(['#10.1', '#11']));
  });

  it('goes by method too', () => {
    const printed = followed(talk.recording(), { methods: ['ping'] }).flat();
    expect(printed.filter((line) => line.startsWith('#'))).toHaveLength(1);
  });

  it('says what damage there is, and why nothing more comes', () => {
    const recording = talk.open().recording();
    const view = new FollowView(inputFor(recording), options);
    const damage = { line: 3, offset: 9, length: 4, why: 'torn' } as const;
    expect([...view.add([damage])].join('\n')).toContain('cut off, or still being written');
    const why = { word: 'no end', text: 'gone', alarm: true };
    expect([...view.end(why)].join('\n')).toContain('gone');
  });
});

describe('following as JSON', () => {
  it('has the lines of the whole session, with what was known at the time', () => {
    verifies('watch:view');
    const recording = conversation().client(call(1, 'a')).server(toolResult(1, 'one')).recording();
    const json = new FollowJson(inputFor(recording), {});
    const lines = [...json.opening(), ...recording.items.flatMap((item) => [...json.add([item])])];
    const whole = [...renderSessionJson(inputOf(buildSession(recording)))];
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ type: 'session', ended: false });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ type: 'message', outcome: 'pending' });
    expect(lines.slice(2)).toEqual(whole.slice(2, 4));
  });

  it('prints with errors what failed once it has', () => {
    verifies('watch:errors');
    const recording = talk.recording();
    const json = new FollowJson(inputFor(recording), { errors: true });
    const lines = [...recording.items.flatMap((item) => [...json.add([item])]), ...json.end()];
    const seqs = lines.map((line) => JSON.parse(line).seq);
    expect(seqs.slice(0, 3)).toEqual([8, 7, 9]);
    expect(new Set(seqs.slice(3))).toEqual(new Set([10, 11]));
  });
});

describe('a long session', () => {
  it('costs no more for a message after thousands than after hundreds', () => {
    verifies('watch:constant');
    const long = conversation();
    const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' });
    for (let id = 0; id < 4000; id += 1)
      long.client(id % 9 === 0 ? list(id) : call(id, 'a')).server(toolResult(id, 'ok'));
    const { header, items } = long.open().recording();
    const live = new LiveSession(header);
    const reads = { count: 0 };
    for (const item of items) {
      live.add(item);
      const located = live.messages.get(String(item.type === 'frame' ? item.frame.seq : -1));
      if (located) reads.count = Math.max(reads.count, live.around(located).exchanges.length);
    }
    expect(reads.count).toBeLessThan(40);
  });
});
