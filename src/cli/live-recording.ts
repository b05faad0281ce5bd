import { recorderLives } from '../capture/marks.ts';
import type { Recording } from '../model/recording.ts';
import { type FollowEnd, followRecording } from '../recording/follow.ts';
import { loadRecording, RecordingBuilder } from '../recording/load.ts';

/** A recording that may still grow, as far as it is known. */
export interface LiveRecording {
  readonly recording: () => Recording;
  readonly isOpen: () => boolean;
  /** Calls back some time after more has come, and never so often that the work takes all the time. */
  readonly onGrowth: (grown: () => void) => void;
}

/** How long what came first waits for more, in milliseconds. */
const GATHER_MS = 200;

/**
 * Reads a recording, and goes on reading it until it ends, its recorder is gone, or `signal` is aborted.
 * Throws as `loadRecording`. Standard input is read to its end first.
 */
export async function liveRecording(path: string, signal: AbortSignal): Promise<LiveRecording> {
  const whole = await loadRecording(path);
  if (whole.end || path === '-')
    return { recording: () => whole, isOpen: () => false, onGrowth: () => {} };
  return following(path, whole, signal);
}

function following(path: string, whole: Recording, signal: AbortSignal): LiveRecording {
  const builder = new RecordingBuilder(path);
  let size = 0;
  let known = whole.items.length;
  let isOpen = true;
  let grown = () => {};
  let isWaiting = false;
  let took = 0;
  const soon = () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(
      () => {
        isWaiting = false;
        const from = performance.now();
        grown();
        took = performance.now() - from;
      },
      Math.max(GATHER_MS, 3 * took),
    );
  };
  const follow = async (): Promise<FollowEnd> => {
    const source = followRecording(path, { signal, lives: recorderLives });
    for (;;) {
      const step = await source.next();
      if (step.done) return step.value;
      for (const item of step.value) builder.add(item);
      size += 1;
      const { items } = builder.recording(size);
      if (items.length > known) soon();
      known = Math.max(known, items.length);
    }
  };
  const ended = () => {
    isOpen = false;
    soon();
  };
  follow().then(ended, ended);
  return {
    recording: () => (size === 0 ? whole : builder.recording(size)),
    isOpen: () => isOpen,
    onGrowth: (callback) => {
      grown = callback;
    },
  };
}
