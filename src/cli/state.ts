import { recorderLives } from '../capture/marks.ts';
import type { Header, RecordingState } from '../model/recording.ts';

/** Can a recording still grow? `hasEnd`: it was closed in order. */
export async function recordingState(header: Header, hasEnd: boolean): Promise<RecordingState> {
  if (hasEnd) return 'ended';
  const lives = await recorderLives(header);
  if (lives === undefined) return 'unknown';
  return lives ? 'open' : 'cut';
}
