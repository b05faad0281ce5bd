import { statSync } from 'node:fs';
import type { Located } from '../model/message.ts';
import type { Tokenizer } from '../model/reading.ts';
import type { Damage, Header, TimelineItem } from '../model/recording.ts';
import type { Session } from '../model/session.ts';
import { LiveSession } from '../protocol/live.ts';
import { readMessage } from '../reading/read.ts';
import { loadTokenizer } from '../reading/tokens.ts';
import { RecordingBuilder } from '../recording/load.ts';
import { EntryReader } from '../recording/read.ts';
import { readError } from '../recording/read-error.ts';
import { SIZES } from '../recording/scan/lane.ts';
import { scanSteps } from '../recording/scan/scan-file.ts';
import { FollowJson } from '../view/json/follow.ts';
import type { Aside } from '../view/terminal/asides.ts';
import type { Filter } from '../view/terminal/filter.ts';
import { FollowView } from '../view/terminal/follow.ts';
import { bytes } from '../view/terminal/format.ts';
import { LongTarget } from './long-session.ts';
import { tellNoMatch } from './matched.ts';
import { printLines } from './output.ts';
import { viewStyle } from './present.ts';
import { chosenProfile } from './profile.ts';
import type { Options } from './program.ts';
import { MOST_OPEN, SessionParts } from './session-parts.ts';
import { shortName } from './source.ts';
import { tell } from './tell.ts';

/** Items between two prints; the first ones are printed one by one. */
const AT_ONCE = 16;

/**
 * Prints a long recording while it is read, in bounded memory: each message when it comes, by what came
 * before it. What needs all of a session is left out, and standard error says so. Was there anything to
 * show? Throws as `loadRecording`.
 */
export async function showLong(path: string, options: Options, filter: Filter): Promise<boolean> {
  const target = new LongTarget(filter);
  const drawing = new Drawing(path, options, filter);
  try {
    const steps = scanSteps(path, new EntryReader(path), target, SIZES, target.job);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) target.end();
      if (!(await drawing.print(target.take()))) {
        steps.return(undefined);
        return true;
      }
      if (step.done) break;
    }
  } catch (error) {
    throw readError(path, error);
  }
  const isEmpty = await drawing.end(!target.isDone());
  const size = bytes(statSync(path).size);
  const name = shortName(path);
  tell(
    `${name} is long (${size}), so it was shown as it was read, without findings and summary`,
    `sadap stats ${name} has its numbers, sadap check ${name} what is wrong in it`,
  );
  const givenUp = target.givenUp + drawing.givenUp;
  if (givenUp > 0)
    tell(
      `more than ${MOST_OPEN} requests waited for an answer at once, and the ${givenUp} oldest were given up: an answer to one of them is shown as an answer to nobody`,
    );
  return !isEmpty;
}

type Items = ReturnType<LongTarget['take']>;

/** The lines of a recording, part by part. */
class Drawing {
  readonly #path: string;
  readonly #options: Options;
  readonly #filter: Filter;
  readonly #parts = new SessionParts();
  readonly #style: ReturnType<typeof viewStyle>;
  readonly #profile: ReturnType<typeof chosenProfile>;
  readonly #tokenizer: LateTokenizer;
  #builder: RecordingBuilder;
  #header: Header | undefined;
  #view: FollowView | FollowJson | undefined;
  #isEmpty = true;
  #printed = 0;
  #hasEnd = false;

  constructor(path: string, options: Options, filter: Filter) {
    this.#path = path;
    this.#options = options;
    this.#filter = filter;
    this.#style = viewStyle(options);
    this.#profile = chosenProfile(options);
    this.#tokenizer = new LateTokenizer();
    this.#builder = new RecordingBuilder(path);
  }

  /** false: nobody reads any more. */
  async print(items: Items): Promise<boolean> {
    for (let at = 0; at < items.length; ) {
      const count = this.#printed < AT_ONCE ? 1 : AT_ONCE;
      if (!(await this.#printSome(items.slice(at, at + count)))) return false;
      at += count;
      this.#printed += count;
    }
    return true;
  }

  /**
   * @param isRead to the end of the file
   * @returns was there nothing to show? Then standard error says so.
   */
  async end(isRead: boolean): Promise<boolean> {
    const why = isRead && !this.#hasEnd && this.#filter.methods === undefined ? NO_END : undefined;
    if (this.#view instanceof FollowJson) {
      const lines = [...this.#view.end()];
      this.#isEmpty &&= lines.length === 0;
      await printLines(lines);
    } else await printLines(this.#view?.end(why) ?? []);
    if (this.#isEmpty) tellNoMatch(this.#filter);
    return this.#isEmpty;
  }

  /** Requests whose answers nobody waits for any more. */
  get givenUp(): number {
    return this.#parts.givenUp;
  }

  async #printSome(items: Items): Promise<boolean> {
    const found: (TimelineItem | Damage)[] = [];
    let isFull = false;
    for (const item of items) {
      if (item.kind === 'header') {
        this.#header = item.header;
        this.#view = this.#newView(item.header);
        if (!(await printLines(this.#view.opening()))) return false;
      }
      const each = this.#builder.add(item);
      if (!each) continue;
      this.#hasEnd ||= 'type' in each && each.type === 'end';
      found.push(each);
      isFull = this.#parts.add(each) || isFull;
    }
    this.#view?.note(found);
    const lines = await this.#linesOf(found);
    this.#isEmpty &&= lines.length === 0;
    if (!(await printLines(lines))) return false;
    if (isFull) await this.#nextPart();
    return true;
  }

  /**
   * Tokens are counted by what takes long to load: not before a message is there, when the header has been
   * printed. A view that began to draw cannot begin again, for it keeps what it has shown.
   */
  async #linesOf(found: readonly (TimelineItem | Damage)[]): Promise<string[]> {
    const hasFrame = found.some((each) => 'type' in each && each.type === 'frame');
    if (hasFrame) await this.#tokenizer.load(this.#profile.api);
    return [...(this.#view?.draw(found) ?? [])];
  }

  /** A new view knows what is kept of the part before, and draws nothing of it. */
  async #nextPart(): Promise<void> {
    if (!this.#header) return;
    const kept = this.#parts.kept();
    this.#builder = new RecordingBuilder(this.#path);
    this.#view = this.#newView(this.#header);
    this.#view.note(kept);
    for (const item of kept) this.#view.pass(item);
  }

  #newView(header: Header): FollowView | FollowJson {
    const input = {
      live: new LiveSession(header),
      reading: (located: Located, session: Session) => readMessage(located, session, this.#profile),
      profile: this.#profile,
      tokenizer: this.#tokenizer,
    };
    if (this.#options['json'] === true) return new FollowJson(input, this.#filter);
    return new FollowView(input, { ...this.#style, ...this.#filter });
  }
}

const NO_END: Aside = {
  word: 'no end',
  text: 'the recording is still being written, or its recorder was killed',
  alarm: false,
};

/** A tokenizer that is loaded once it is needed, and before it is used. */
class LateTokenizer implements Tokenizer {
  name = '';
  exact = false;
  #loaded: Tokenizer | undefined;

  async load(api: Parameters<typeof loadTokenizer>[0]): Promise<void> {
    if (this.#loaded) return;
    this.#loaded = await loadTokenizer(api);
    this.name = this.#loaded.name;
    this.exact = this.#loaded.exact;
  }

  readonly count = (text: string): number => {
    if (!this.#loaded) throw new Error('no message was drawn before the tokenizer was loaded');
    return this.#loaded.count(text);
  };
}
