import { minOf } from '../../../model/lists.ts';
import type { Session } from '../../../model/session.ts';
import { definitionTextsOf } from '../../evidence/definition-texts.ts';
import { count } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Told once: a server that takes its descriptions from its source does so everywhere. */
export const leakedIndentation = defineRule({
  id: 'content/leaked-indentation',
  severity: 'note',
  side: 'server',
  summary: 'descriptions that carry the indentation of the source they were written in',
  basis: 'seen in the field: docstrings and template strings sent as they stand in the source',
  hosts: 'Hosts pass the blanks on, and the model pays for them in every turn.',
  fix: 'Remove the common indentation (Python: inspect.cleandoc; JavaScript: a dedent function).',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find","description":"Finds a room.\\n\\n        Args:\\n            kelas: the class\\n            nama: the name\\n\\n        Returns:\\n            the room\\n        ","inputSchema":{"type":"object"}}]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find","description":"Finds a room.\\n\\nArgs:\\n    kelas: the class\\n    nama: the name\\n\\nReturns:\\n    the room","inputSchema":{"type":"object"}}]}
`,
  },
  find: findLeaked,
});

function findLeaked(session: Session): Found[] {
  const leaked = definitionTextsOf(session).flatMap(({ text, subject, place }) => {
    const blanks = leakedBlanks(text);
    return blanks === 0 ? [] : [{ subject, place, blanks }];
  });
  const [first] = leaked;
  const sum = leaked.reduce((all, each) => all + each.blanks, 0);
  if (!first || sum < LEAST_IN_ALL) return [];
  const more = leaked.length === 1 ? '' : `; ${count(leaked.length, 'text')} in all`;
  return [
    {
      title: `${first.subject} is indented as in its source, ${count(sum, 'blank')} for nothing${more}`,
      places: leaked.map(({ place }) => place),
    },
  ];
}

/** Four blanks or a tab before every line but the first is no layout of a text. */
const LEAST = 4;
/** Fewer cost nothing worth a word. */
const LEAST_IN_ALL = 40;

/** Blanks that all lines after the first have in common, times their number; 0 where that is little. */
function leakedBlanks(text: string): number {
  const lines = text.split('\n').slice(1);
  const filled = lines.filter((line) => line.trim() !== '');
  if (filled.length === 0) return 0;
  const indents = filled.map((line) => (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', '    '));
  const common = minOf(indents.map((each) => each.length));
  return common < LEAST ? 0 : common * filled.length;
}
