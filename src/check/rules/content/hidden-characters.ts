import type { Session } from '../../../model/session.ts';
import { type DefinitionText, definitionTextsOf } from '../../evidence/definition-texts.ts';
import { count, requestName } from '../../evidence/text.ts';
import { toolResultsOf } from '../../evidence/tool-results.ts';
import { defineRule, type Found } from '../../rule.ts';

/**
 * Joiners and direction marks that languages need are left alone, and so are the tags of flags. In
 * results, which are data, only tag characters are told: no text has them by chance.
 */
export const hiddenCharacters = defineRule({
  id: 'content/hidden-characters',
  severity: 'warning',
  side: 'server',
  summary: 'characters that a model reads and a human does not see, in definitions or results',
  basis: 'seen in the field: instructions in Unicode tag characters; reordering by bidi overrides',
  hosts:
    'Hosts pass such characters on to the model, and show the user a text without them when asking for consent.',
  fix: 'Remove them; nothing visible changes.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"add","description":"Adds two numbers.⟨U+E0068⟩⟨U+E0069⟩","inputSchema":{"type":"object"}}]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"add","description":"Adds two numbers 👨‍👩‍👧.","inputSchema":{"type":"object"}}]}
`,
  },
  find: (session) => [...inDefinitions(session), ...inResults(session)],
});

/** Zero-width characters without a use inside of words, bidi embeddings, overrides and isolates. */
const HIDDEN =
  /[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\u206a-\u206f\ufeff\u180e\u{e0000}-\u{e007f}]/gu;
const TAGS = /[\u{e0000}-\u{e007f}]/gu;
/** The flags of England, Scotland and Wales. */
const FLAGS = /\u{1f3f4}[\u{e0020}-\u{e007e}]{2,8}\u{e007f}/gu;

function inDefinitions(session: Session): Found[] {
  return definitionTextsOf(session).flatMap(({ text, subject, place }: DefinitionText) => {
    const found = charactersIn(text, HIDDEN);
    return found === undefined ? [] : [{ title: `${subject} ${found}`, places: [place] }];
  });
}

function inResults(session: Session): Found[] {
  return toolResultsOf(session).flatMap(({ texts, answer, exchange }) =>
    texts.flatMap(({ text, pointer }) => {
      const found = charactersIn(text, TAGS);
      return found === undefined
        ? []
        : [
            {
              title: `the result of ${requestName(exchange.request)} ${found}`,
              places: [{ seq: answer.seq, index: answer.index, pointer }],
            },
          ];
    }),
  );
}

function charactersIn(text: string, pattern: RegExp): string | undefined {
  const found = text.replaceAll(FLAGS, '').match(pattern);
  if (!found) return undefined;
  const names = [...new Set(found.map(nameOf))];
  const more = names.length > 3 ? ', …' : '';
  return `holds ${count(found.length, 'character')} that nobody sees: ${names.slice(0, 3).join(', ')}${more}${saying(found)}`;
}

function nameOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Tag characters are ASCII in disguise: what they spell is the point. */
function saying(found: readonly string[]): string {
  const spelled = found
    .map((each) => (each.codePointAt(0) ?? 0) - 0xe0000)
    .filter((code) => code >= 0x20 && code < 0x7f)
    .map((code) => String.fromCharCode(code))
    .join('');
  return spelled === '' ? '' : `, which spell "${spelled.slice(0, 60)}"`;
}
