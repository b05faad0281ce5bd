import type { Message, RpcId } from '../../../src/model/message.ts';
import { parseFrame } from '../../../src/wire/parse.ts';
import { play } from '../../support/play.ts';
import { conversations, recordedFrom } from '../support.ts';
import { type FuzzTarget, holds } from '../target.ts';

// The last one has answers that are no messages.
const talks = conversations.slice(0, 3);
const recordings = talks.map((each) => recordedFrom(Buffer.from(each)));
const MISSES = ['error', 'empty'] as const;
/** What the client of a conversation said, behind the number of the recording that answers. */
const said = (text: string, which: number) =>
  text
    .split('\n')
    .flatMap((line) => (/^\d?>/.test(line) ? [line.replace(/^\d?>/, '')] : []))
    .reduce((all, line) => `${all}\n${line}`, String(which));

/** A recording that is served to a client that says anything: what it is asked is looked for in what was asked. */
export const target: FuzzTarget = {
  promise:
    'whatever a client asks of a served recording: each answer is one line with an id that was asked and not answered yet',
  seeds: talks.flatMap((text, which) => [said(text, which), said(text, which + talks.length)]),
  words: ['"arguments":', '"cursor":', '"requestState":', '"name":', 'tools/call', '"id":'],
  longest: 4096,
  run: (bytes) => {
    const lines = bytes.toString('latin1').split('\n');
    const which = Number.parseInt(lines[0] ?? '', 10) || 0;
    const recording = recordings[which % recordings.length];
    if (!recording) return;
    const server = play(recording, { onMiss: MISSES[which % MISSES.length] ?? 'error' });
    const open = new Open();
    for (const line of lines.slice(1, 60)) {
      const asked = Buffer.from(line, 'latin1');
      for (const each of messagesIn(asked)) open.asks(each);
      for (const answer of [...server.say(asked), ...server.wait(20)]) open.answers(answer);
    }
    for (const answer of server.wait(60_000)) open.answers(answer);
  },
};

/** Requests that wait for an answer, by id. */
class Open {
  readonly #count = new Map<string, number>();

  asks(message: Message): void {
    if (message.kind === 'request') this.#add(keyOf(message.id), 1);
  }

  answers(line: string): void {
    holds(!line.includes('\n'), 'what is served is one line');
    for (const message of messagesIn(Buffer.from(line)))
      if (message.kind === 'result' || message.kind === 'failure') {
        const key = keyOf(message.id);
        if (key === '') continue;
        holds((this.#count.get(key) ?? 0) > 0, `an answer to what was asked: ${line}`);
        this.#add(key, -1);
      }
  }

  #add(key: string, count: number): void {
    this.#count.set(key, (this.#count.get(key) ?? 0) + count);
  }
}

/** Empty for none. */
function keyOf(id: RpcId | undefined): string {
  return id === undefined || id.kind === 'null' ? '' : id.key;
}

function messagesIn(bytes: Buffer): Message[] {
  const frame = { seq: 0, at: 0, from: 'client', bytes, eol: '\n' } as const;
  const { content } = parseFrame(frame);
  const each = content.kind === 'batch' ? content.members : [content];
  return each.flatMap((one) => (one.kind === 'stray' ? (one.almost ? [one.almost] : []) : [one]));
}
