import { loadLog, summariseLog } from '../../../src/interop/import/load.ts';
import { logFrom } from '../../../src/interop/import/log.ts';
import { formats } from '../../../src/interop/import/registry.ts';
import type { Recording } from '../../../src/model/recording.ts';
import { buildSession } from '../../../src/protocol/session.ts';
import { encodeEntry } from '../../../src/recording/encode.ts';
import { recordingFrom } from '../../../src/recording/load.ts';
import { logSamples } from '../../support/log-samples.ts';
import { orRefusedLater } from '../support.ts';
import { chunksOf, type FuzzTarget, holds, same } from '../target.ts';

const ids = formats.map(({ id }) => id);

/** Logs of other programs. The first byte says which format is asked for; `?`: none, it is recognised. */
export const target: FuzzTarget = {
  promise:
    'any log of each format gives sessions, the same in any chunks, or is refused in one line; sessions are recordings that read as themselves',
  seeds: ids.flatMap((id, index) => {
    const sample = logSamples[id] ?? '';
    return [`?${sample}`, `${String.fromCharCode(65 + index)}${sample}`];
  }),
  run: async (bytes) => {
    const from = ids[(bytes[0] ?? 0) - 65];
    const log = bytes.subarray(1);
    const whole = await read([log], from);
    same(textOf(await read(chunksOf(log), from)), textOf(whole), 'the sessions of pieces');
    for (const each of whole ?? []) {
      buildSession(each);
      readsAsItself(each);
    }
    await counted(log, from, whole);
  },
};

function read(
  pieces: readonly Buffer[],
  from: string | undefined,
): Promise<Recording[] | undefined> {
  return orRefusedLater(async () => loadLog(await logFrom(pieces, 'x.log', from), 'sadap/test'));
}

/** Sessions are named by chance. */
function textOf(recordings: readonly Recording[] | undefined): string {
  return (JSON.stringify(recordings) ?? 'refused').replaceAll(/"session":"[0-9a-f-]{36}"/g, '');
}

function readsAsItself(recording: Recording): void {
  const entries = recording.items.map((item) => (item.type === 'frame' ? item.entry : item));
  const bytes = Buffer.concat([recording.header, ...entries].map(encodeEntry));
  const again = recordingFrom(bytes, recording.path);
  holds(again.damage.length === 0, 'an imported session is not damaged');
  same(itemsText(again), itemsText(recording), 'the items of an imported session');
}

/** Without hints, which are a help for readers. */
function itemsText({ items }: Recording): string {
  return JSON.stringify(items, (key, value: unknown) => (key === 'hints' ? undefined : value));
}

/** The list says of a log what is in its sessions. */
async function counted(log: Buffer, from: string | undefined, whole: Recording[] | undefined) {
  const found = await orRefusedLater(async () =>
    summariseLog(await logFrom([log], 'x.log', from), 'sadap/test'),
  );
  holds(found?.length === whole?.length, 'the list has the same sessions');
  for (const [index, { size, damage }] of (found ?? []).entries()) {
    holds(damage === whole?.[index]?.damage.length, 'the list counts the same damage');
    holds(size === whole?.[index]?.size, 'the list counts the same bytes');
  }
}
