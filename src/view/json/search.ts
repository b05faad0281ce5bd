import type { Match } from '../../recording/search/search.ts';
import { formatTime } from '../../recording/time.ts';

/**
 * The shape of `sadap search --json`: one object for each entry that holds the text. Members may be added,
 * never renamed or removed without a major version.
 */
export function searchJson(
  path: string,
  { entry, content, text, count, before, after }: Match,
): string {
  const id =
    content && 'id' in content && content.id && 'text' in content.id ? content.id.text : null;
  return JSON.stringify({
    path,
    seq: entry.seq,
    at: formatTime(entry.at),
    from: entry.type === 'frame' ? entry.from : null,
    type: content?.kind ?? entry.type,
    method: content && 'method' in content ? content.method : null,
    id,
    count,
    before,
    text,
    after,
  });
}
