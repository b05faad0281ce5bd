import type { Recording } from '../../src/model/recording.ts';
import { encodeEntry } from '../../src/recording/encode.ts';
import { type ReadItem, readEntries } from '../../src/recording/read.ts';

/** A recording as the bytes of its file. */
export function fileOf({ header, items }: Recording): Buffer {
  const entries = items.map((item) => (item.type === 'frame' ? item.entry : item));
  return Buffer.concat([encodeEntry(header), ...entries.map((entry) => encodeEntry(entry))]);
}

/** What a reader finds in these bytes. */
export async function itemsOf(bytes: Buffer): Promise<ReadItem[]> {
  const items: ReadItem[] = [];
  for await (const item of readEntries([bytes])) items.push(item);
  return items;
}
