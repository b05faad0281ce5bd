import type { Session } from '../../../model/session.ts';
import { quote, requestName } from '../../evidence/text.ts';
import { toolResultsOf } from '../../evidence/tool-results.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Nobody is at fault: mostly the model asked for what is not there, and this is how it learns so. */
export const toolError = defineRule({
  id: 'content/tool-error',
  severity: 'note',
  summary: 'a tool call failed with isError true: the model can read why',
  spec: { section: 'server/tools#error-handling', revision: '2025-06-18' },
  find: (session) => findErrors(session),
});

function findErrors(session: Session): Found[] {
  return toolResultsOf(session).flatMap(({ exchange, answer, isError, texts }) => {
    if (!isError) return [];
    const said = texts[0] ? `: ${quote(texts[0].text)}` : ', without a text that says why';
    return [
      {
        title: `${requestName(exchange.request)} failed with isError true, which the model can read${said}`,
        places: [{ seq: answer.seq, index: answer.index, pointer: '/result/isError' }],
        fix: 'Nothing, if the text tells the model what to do differently.',
      },
    ];
  });
}
