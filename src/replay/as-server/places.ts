import type { MessageRef } from '../../model/message.ts';

/** How a message of the recording is named to people: `frame 12`; a member of a batch `frame 12.1`. */
export function seqText({ seq, index }: MessageRef): string {
  return `frame ${index === undefined ? seq : `${seq}.${index}`}`;
}
