import { recorderLives } from '../capture/marks.ts';
import { EXIT, SadapError } from '../errors.ts';
import { append } from '../model/lists.ts';
import type { Damage, Header, TimelineItem } from '../model/recording.ts';
import { LiveSession } from '../protocol/live.ts';
import { readMessage } from '../reading/read.ts';
import { loadTokenizer } from '../reading/tokens.ts';
import { type FollowEnd, followRecording, followStream } from '../recording/follow.ts';
import { RecordingBuilder } from '../recording/load.ts';
import type { ReadItem } from '../recording/read.ts';
import { FollowJson } from '../view/json/follow.ts';
import { closingLines } from '../view/json/session.ts';
import type { Aside } from '../view/terminal/asides.ts';
import type { Filter } from '../view/terminal/filter.ts';
import { FollowView } from '../view/terminal/follow.ts';
import { renderSummary } from '../view/terminal/summary.ts';
import type { LiveInput } from '../view/terminal/timeline.ts';
import { analyse } from './analysis.ts';
import { awaitRecording } from './await-recording.ts';
import { looks, printLines } from './output.ts';
import { viewStyle } from './present.ts';
import { ALL_HOSTS, chosenProfile } from './profile.ts';
import type { Options } from './program.ts';
import { textOption } from './values.ts';

/**
 * Prints a recording as it grows, until it ends, its recorder is gone, or Ctrl-C, which is no failure.
 * Then, unless somebody broke it off, findings and the summary.
 */
export async function follow(
  operands: readonly string[],
  options: Options,
  filter: Filter,
): Promise<number> {
  refuseWhole(options);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  // Before the waiting: what is wrong with the options is told at once, and nothing has to load later.
  const viewOf = await viewFor(options, filter);
  const path = await awaitRecording(operands[0], options, stop.signal);
  if (path !== undefined) await followed(path, viewOf, options, stop);
  return EXIT.ok;
}

/** Some forms need all of a session at once. */
function refuseWhole(options: Options): void {
  if (options['raw'] === true)
    throw new SadapError('usage', '--follow does not go with --raw', {
      hint: 'sadap export gives the exact bytes of one side',
    });
  if (textOption(options, 'host') === ALL_HOSTS)
    throw new SadapError('usage', '--follow does not go with --host all', {
      hint: 'compare the hosts when the recording has ended',
    });
}

async function followed(
  path: string,
  viewOf: (header: Header) => View,
  options: Options,
  { signal }: AbortController,
): Promise<void> {
  const builder = new RecordingBuilder(path);
  const source = sourceOf(path, signal);
  let view: View | undefined;
  for (;;) {
    const step = await source.next();
    if (step.done) {
      if (view && step.value !== 'stopped') await close(view, step.value, builder, options);
      return;
    }
    const opening: string[] = [];
    const found = step.value.flatMap((item): (TimelineItem | Damage)[] => {
      if (item.kind === 'header') {
        view = viewOf(item.header);
        append(opening, view.opening());
      }
      return [builder.add(item) ?? []].flat();
    });
    if (!(await printLines(opening)) || !(await printLines(view?.add(found) ?? []))) break;
  }
  // Nobody reads any more: the file is to be closed.
  await source.return('stopped');
}

function sourceOf(
  path: string,
  signal: AbortSignal,
): AsyncGenerator<readonly ReadItem[], FollowEnd> {
  if (path !== '-') return followRecording(path, { signal, lives: recorderLives });
  signal.addEventListener('abort', () => process.stdin.destroy());
  return followStream(process.stdin, { signal });
}

type View = FollowView | FollowJson;

async function viewFor(options: Options, filter: Filter): Promise<(header: Header) => View> {
  const profile = chosenProfile(options);
  const tokenizer = await loadTokenizer(profile.api);
  const style = viewStyle(options);
  return (header) => {
    const input: LiveInput = {
      live: new LiveSession(header),
      reading: (located, session) => readMessage(located, session, profile),
      profile,
      tokenizer,
    };
    if (options['json'] === true) return new FollowJson(input, filter);
    return new FollowView(input, { ...style, ...filter });
  };
}

/** Now that all is known. */
async function close(
  view: View,
  end: FollowEnd,
  builder: RecordingBuilder,
  options: Options,
): Promise<void> {
  const analysis = await analyse(builder.recording(0), options);
  const input = { ...analysis, cost: analysis.cost() };
  if (view instanceof FollowJson) {
    await printLines(view.end());
    await printLines(closingLines(input));
    return;
  }
  await printLines(view.end(ASIDES[end]));
  await printLines(['', ...renderSummary(input, looks(options))]);
}

const ASIDES: { readonly [end in FollowEnd]?: Aside } = {
  cut: { word: 'no end', text: 'the recorder is gone: it was killed, or the machine', alarm: true },
  removed: { word: 'no end', text: 'the file is gone, or another one took its place', alarm: true },
};
