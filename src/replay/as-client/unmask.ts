import type { Recording, TimelineItem } from '../../model/recording.ts';
import { placeholdersIn } from '../../secrets/placeholders.ts';
import { parseFrame } from '../../wire/parse.ts';

/**
 * The recording with the values that its placeholders turned out to stand for, so that it can be
 * compared with what was said today. Nothing of it is written anywhere.
 */
export function unmasked(recording: Recording, values: ReadonlyMap<string, string>): Recording {
  if (values.size === 0) return recording;
  return { ...recording, items: recording.items.map((item) => withValues(item, values)) };
}

function withValues(item: TimelineItem, values: ReadonlyMap<string, string>): TimelineItem {
  if (item.type !== 'frame') return item;
  const text = item.frame.bytes.toString();
  const names = placeholdersIn(text).filter((name) => values.has(name));
  if (names.length === 0) return item;
  const bytes = Buffer.from(
    names.reduce((all, name) => all.replaceAll(name, () => inJson(values.get(name) ?? name)), text),
  );
  return {
    ...parseFrame({ ...item.frame, bytes }),
    type: 'frame',
    entry: { ...item.entry, bytes },
  };
}

/** As it stands inside a JSON string. */
function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
