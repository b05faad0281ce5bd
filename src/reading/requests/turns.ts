import type { Micros } from '../../model/frame.ts';
import type { Brought } from './brought.ts';
import type { CallGroup } from './groups.ts';
import type {
  OfferedTool,
  Part,
  PlacedInstructions,
  Step,
  Toolset,
  Turn,
  TurnAnswer,
} from './steps.ts';

/** What one conversation of a recording holds for the model. */
export interface Material {
  readonly instructions: PlacedInstructions | undefined;
  readonly toolsets: readonly Toolset[];
  readonly calls: readonly CallGroup[];
  readonly brought: readonly Brought[];
}

/** Where the turns of a conversation stand among all turns. */
interface Numbers {
  readonly conversation: number;
  /** Number of turns before. */
  readonly before: number;
}

/**
 * The turns of one conversation. The model is asked at the start, after the results of each group of
 * calls, and when the user brings something; a tool that is only found by a search was looked for in
 * the turn before its first call.
 */
export function turnsOf(material: Material, numbers: Numbers): Turn[] {
  const maker = new TurnMaker(material, numbers);
  maker.begin(material.brought.filter(({ seq }) => seq < (material.calls[0]?.start ?? Infinity)));
  const later = material.brought.filter(({ seq }) => seq > (material.calls[0]?.start ?? Infinity));
  for (const group of material.calls) {
    while (later[0] && later[0].seq < group.start) maker.bring(later.shift());
    maker.call(group);
  }
  for (const each of later) maker.bring(each);
  return maker.end();
}

/** What the user typed. */
const WORDS: Part = { kind: 'open', what: 'the user’s words' };
const ANSWER: Part = { kind: 'open', what: 'the model’s words' };

class TurnMaker {
  readonly #material: Material;
  readonly #numbers: Numbers;
  readonly #steps: Step[] = [];
  readonly #turns: Turn[] = [];
  /** Tools that a search has found so far. */
  #found: ReadonlySet<string> = new Set();
  #lastEnd = -1;

  constructor(material: Material, numbers: Numbers) {
    this.#material = material;
    this.#numbers = numbers;
  }

  /** The first message of the user, with what was brought before any call. */
  begin(brought: readonly Brought[]): void {
    for (const each of brought) this.#say(each);
    if (brought.at(-1)?.kind !== 'prompt')
      this.#steps.push({ kind: 'said', role: 'user', parts: [WORDS] });
  }

  /** Something brought while calls are in flight comes with their results; later it is a new message. */
  bring(brought: Brought | undefined): void {
    if (!brought) return;
    const isNew = brought.seq > this.#lastEnd && this.#steps.at(-1)?.kind !== 'said';
    if (isNew) {
      this.#turn({ kind: 'text' }, brought.seq);
      this.#steps.push({ kind: 'said', role: 'assistant', parts: [ANSWER] });
    }
    this.#say(brought);
    if (isNew && brought.kind === 'resource')
      this.#steps.push({ kind: 'said', role: 'user', parts: [WORDS] });
  }

  call({ calls, start, end, unsure }: CallGroup): void {
    const names = new Set(calls.map((each) => each.tool));
    const wanted = this.#hidden(start).filter((each) => names.has(each.tool));
    if (wanted.length > 0) this.#search(wanted, start);
    const at = calls[0]?.request.at;
    this.#turn({ kind: 'calls', calls }, start, at, unsure);
    this.#steps.push({ kind: 'calls', calls }, { kind: 'results', calls });
    this.#lastEnd = Math.max(this.#lastEnd, end);
  }

  end(): Turn[] {
    this.#turn({ kind: 'text' }, Infinity);
    return this.#turns;
  }

  #say(brought: Brought): void {
    for (const { role, parts } of brought.messages)
      this.#steps.push({ kind: 'said', role, parts, brought: brought.kind });
  }

  /** Tools that the model cannot call yet. */
  #hidden(seq: number): readonly OfferedTool[] {
    const tools = this.#toolset(seq)?.tools ?? [];
    return tools.filter((each) => each.deferred && !this.#found.has(each.tool));
  }

  #search(tools: readonly OfferedTool[], seq: number): void {
    this.#turn({ kind: 'search', tools }, seq);
    this.#steps.push({ kind: 'search', tools }, { kind: 'found', tools });
    this.#found = new Set([...this.#found, ...tools.map((each) => each.tool)]);
  }

  /** @param seq the request was made before this frame */
  #turn(answer: TurnAnswer, seq: number, at?: Micros, unsure?: string): void {
    const { conversation, before } = this.#numbers;
    this.#turns.push({
      number: before + this.#turns.length + 1,
      conversation,
      at,
      instructions: this.#material.instructions,
      tools: this.#toolset(seq),
      found: this.#found,
      history: this.#steps,
      length: this.#steps.length,
      answer,
      unsure,
    });
  }

  /** The newest list that the host had by then. */
  #toolset(seq: number): Toolset | undefined {
    return this.#material.toolsets.findLast((each) => each.from < seq);
  }
}
