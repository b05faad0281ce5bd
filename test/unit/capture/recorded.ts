import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordOptions } from '../../../src/capture/options.ts';
import { type RecordOutcome, recordSession } from '../../../src/capture/run.ts';
import { parseScript } from '../../../src/capture/script/parse.ts';
import type { Script } from '../../../src/capture/script/types.ts';
import type { Side } from '../../../src/model/frame.ts';
import type { Recording } from '../../../src/model/recording.ts';
import { recordingFrom } from '../../../src/recording/load.ts';
import { emptyFolder } from '../../support/sadap.ts';

/** A script written in a test. */
export function script(text: string, variables: Record<string, string> = {}): Promise<Script> {
  return parseScript({ file: 'test.yaml', text }, variables);
}

/** The command of a fixture server. */
export function fixture(name: string): string[] {
  return [process.execPath, join(import.meta.dirname, '../../fixtures/servers', `${name}.mjs`)];
}

export interface Recorded extends RecordOutcome {
  readonly recording: Recording;
}

/** Records a session of a fixture server in a folder of its own, with short time-outs. */
export async function record(
  name: string | readonly string[],
  options: Omit<Partial<RecordOptions>, 'script'> & { script?: string | Script } = {},
): Promise<Recorded> {
  const { script: given, ...rest } = options;
  const outcome = await recordSession({
    command: typeof name === 'string' ? fixture(name) : name,
    recorder: 'sadap/0.0.0',
    timeoutMs: 5000,
    out: { path: join(emptyFolder(), 'run.ndjson') },
    ...rest,
    ...(given !== undefined && { script: typeof given === 'string' ? await script(given) : given }),
  });
  return { ...outcome, recording: recordingFrom(readFileSync(outcome.path), outcome.path) };
}

/** The lines of one side, as text. */
export function lines(recording: Recording, from: Side): string[] {
  return recording.items.flatMap((item) =>
    item.type === 'frame' && item.frame.from === from ? [item.frame.bytes.toString()] : [],
  );
}

/** What tests look at in the messages of the fixture servers and of the driver. */
export interface Said {
  readonly id: unknown;
  readonly method: string;
  readonly params: {
    readonly _meta: unknown;
    readonly capabilities: object;
    readonly data: unknown;
  };
  readonly result: {
    readonly content: readonly { readonly text: string; readonly data: string }[];
  };
}

/** The lines of one side, parsed; for lines that hold JSON. */
export function messages(recording: Recording, from: Side): Said[] {
  // A test that looks at what is not there fails.
  return lines(recording, from).map((line) => JSON.parse(line) as Said);
}

/** The text that the last answer of the server holds. */
export function lastText(recording: Recording): string {
  return messages(recording, 'server').at(-1)?.result.content[0]?.text ?? '';
}

/** Process events in order, each as one text: `exit 0`, `signal SIGTERM`. */
export function events(recording: Recording): string[] {
  return recording.items.flatMap((item) => {
    if (item.type !== 'event') return [];
    const { type: _, seq: __, at: ___, event, ...rest } = item;
    const values = Object.values(rest).filter((value) => value !== null);
    return [[event, ...values].join(' ')];
  });
}

/** `label: status` of every step. */
export function statuses({ steps }: RecordOutcome): string[] {
  return steps.map(({ label, status }) => `${label}: ${status}`);
}
