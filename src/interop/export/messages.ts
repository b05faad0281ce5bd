import type { JsonNode } from '../../model/json.ts';
import type { Message } from '../../model/message.ts';
import type { FrameEntry } from '../../model/recording.ts';
import { onOneLine } from '../../recording/line-feeds.ts';
import { parseFrame } from '../../wire/parse.ts';

/** A message on one line, its bytes otherwise as they were. */
export interface WrittenMessage {
  readonly message: Message;
  readonly json: Buffer;
}

/** The messages of a frame, members of a batch each; undefined: it holds none that can be written as JSON. */
export function messagesOf(entry: FrameEntry): readonly WrittenMessage[] | undefined {
  const { content, defects } = parseFrame(entry);
  if (content.kind === 'stray' || defects.some(({ kind }) => kind === 'invalid-utf8'))
    return undefined;
  const { bytes } = onOneLine(entry.bytes);
  const cut = ({ start, end }: JsonNode) => bytes.subarray(start, end);
  if (content.kind !== 'batch') return [{ message: content, json: cut(content.node) }];
  const found = content.members.flatMap((each) =>
    each.kind === 'stray' ? [] : [{ message: each, json: cut(each.node) }],
  );
  return found.length === content.members.length ? found : undefined;
}
