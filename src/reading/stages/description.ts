import { type Reader, text } from '../cover.ts';

/** What a tool says about itself. */
export function description(place: string): Reader {
  return text('tool.description', `${place}.description`);
}
