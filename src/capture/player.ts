import { type AskTools, ask, askList, attemptOf } from './attempts.ts';
import { unmet } from './expect.ts';
import { explore } from './explore.ts';
import { discover, initialize, type OpeningTools, open } from './opening.ts';
import type { Action, Step } from './script/types.ts';
import { type Attempt, DONE, type StepResult } from './step-result.ts';

/** What a player needs of its surroundings. */
export interface Stage extends AskTools {
  /** Longest wait for an answer where the step says nothing. */
  readonly timeoutMs: number;
  readonly probeMs: number;
  readonly note: (text: string) => void;
  /** Told about every step when it is over. */
  done(result: StepResult): void;
}

/** Plays the steps one after the other. After the end of the conversation the rest is skipped. */
export async function play(stage: Stage, steps: readonly Step[]): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) {
    if (stage.conversation.closed !== undefined) results.push(told(stage, skipped(step)));
    else results.push(...(await playStep(stage, step)));
  }
  return results;
}

async function playStep(stage: Stage, step: Step): Promise<StepResult[]> {
  const { action } = step;
  if (action.kind === 'explore') return playExplore(stage, step);
  if (action.kind === 'parallel') {
    const all = await Promise.all(action.steps.map((each) => playStep(stage, each)));
    return all.flat();
  }
  const attempt = await attemptAction(stage, step, action);
  // Without its opening a session has no sense; any other step can be left out.
  if (attempt.status === 'timeout' && (action.kind === 'open' || action.kind === 'initialize'))
    stage.conversation.close(attempt.details.join(', '));
  return [told(stage, judged(step, attempt))];
}

async function playExplore(stage: Stage, step: Step): Promise<StepResult[]> {
  const results: StepResult[] = [];
  const tools = { ...stage, timeoutMs: waitOf(stage, step) };
  for await (const { label, attempt } of explore(tools)) {
    results.push(told(stage, judged({ ...step, label }, attempt)));
    if (stage.conversation.closed !== undefined) break;
  }
  return results;
}

type SingleAction = Exclude<Action, { kind: 'explore' | 'parallel' }>;

async function attemptAction(stage: Stage, step: Step, action: SingleAction): Promise<Attempt> {
  const { label, id } = step;
  const { conversation } = stage;
  const timeoutMs = waitOf(stage, step);
  switch (action.kind) {
    case 'open':
      return withEraHint(stage, attemptOf(await open(openingOf(stage, timeoutMs))));
    case 'initialize':
      return attemptOf(await initialize(openingOf(stage, timeoutMs)));
    case 'discover':
      return withEraHint(stage, attemptOf(await discover(openingOf(stage, timeoutMs), timeoutMs)));
    case 'list':
      return askList(stage, action.method, { label, timeoutMs });
    case 'request':
      return attemptOf(await ask(stage, action.method, action.params, { label, timeoutMs, id }));
    case 'notify':
      conversation.notify(action.method, action.params);
      return DONE;
    case 'raw':
      return attemptRaw(stage, step, action.line);
    case 'pause':
      await conversation.pause(action.ms);
      return DONE;
    case 'await':
      return attemptHearing(stage, step, action.method);
  }
}

/** Each server of the modern era knows `server/discover`: one that does not is of the other. */
function withEraHint({ state }: Stage, attempt: Attempt): Attempt {
  const [detail] = attempt.details;
  if (state.wanted !== 'modern' || !detail?.startsWith('error -32601:')) return attempt;
  const hint = 'the server speaks only the legacy era: use --era legacy or auto';
  return { ...attempt, details: [`${detail}; ${hint}`] };
}

/** A raw line may be anything; only a step that expects something waits for an answer. */
async function attemptRaw(stage: Stage, step: Step, line: string): Promise<Attempt> {
  if (step.expect.length === 0) {
    stage.conversation.raw(line);
    return DONE;
  }
  const reply = await stage.conversation.rawRequest(line, waitOf(stage, step));
  if (reply.kind === 'timeout') stage.timedOut(step.label, reply.ms);
  return attemptOf(reply);
}

async function attemptHearing(stage: Stage, step: Step, method: string): Promise<Attempt> {
  const ms = waitOf(stage, step);
  const heard = await stage.conversation.notification(method, ms);
  if (heard === 'closed')
    return { status: 'closed', details: [stage.conversation.closed ?? 'the session has ended'] };
  if (heard !== 'timeout') return { ...DONE, message: heard.node };
  stage.timedOut(step.label, ms);
  return { status: 'timeout', details: [`no such notification within ${ms} ms`] };
}

/** Where a step expects something of its answer, that alone decides: an error may be what it wants. */
function judged(step: Step, { status, details, message }: Attempt): StepResult {
  const { label, place } = step;
  if (step.expect.length === 0 || !message) return { label, place, status, details };
  const problems = unmet(message, step.expect);
  if (problems.length === 0) return { label, place, status: 'ok', details: [] };
  return { label, place, status: 'unmet', details: [...problems, ...details] };
}

function skipped({ label, place }: Step): StepResult {
  return { label, place, status: 'skipped', details: [] };
}

function told(stage: Stage, result: StepResult): StepResult {
  stage.done(result);
  return result;
}

function waitOf(stage: Stage, step: Step): number {
  return step.timeoutMs ?? stage.timeoutMs;
}

function openingOf(stage: Stage, timeoutMs: number): OpeningTools {
  const { conversation, state, probeMs, note, timedOut } = stage;
  return {
    conversation,
    state,
    timeoutMs,
    note,
    timedOut,
    probeMs: Math.min(probeMs, timeoutMs),
  };
}
