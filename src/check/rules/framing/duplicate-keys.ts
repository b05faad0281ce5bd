import { SIDES, streamsOf } from '../../evidence/lines.ts';
import { count, jsonPath } from '../../evidence/text.ts';
import { defineRule } from '../../rule.ts';

/** RFC 8259 section 4 leaves the meaning open; parsers keep the last, the first, or refuse. */
export const duplicateKeys = defineRule({
  id: 'framing/duplicate-keys',
  severity: 'warning',
  summary: 'the same key twice in one object',
  find: (session) =>
    SIDES.flatMap((side) => {
      const repeated = streamsOf(session)[side].flatMap((line) =>
        line.defects.flatMap((each) => (each.kind === 'duplicate-key' ? [{ line, ...each }] : [])),
      );
      const [first] = repeated;
      if (!first) return [];
      const more =
        repeated.length === 1 ? '' : `; ${count(repeated.length, 'repeated key')} in all`;
      return [
        {
          side,
          title: `duplicate key ${jsonPath(first.pointer)} in a message of the ${side}; peers disagree about which value counts${more}`,
          places: repeated.map(({ line, pointer, offset }) => ({
            seq: line.frame.seq,
            index: undefined,
            pointer,
            offset,
          })),
          fix: 'Write each key once.',
        },
      ];
    }),
});
