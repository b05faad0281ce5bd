import type { Session } from '../../../model/session.ts';
import { quote, requestName } from '../../evidence/text.ts';
import { toolResultsOf } from '../../evidence/tool-results.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Nobody is at fault: mostly the model asked for what is not there, and this is how it learns so. */
export const toolError = defineRule({
  id: 'content/tool-error',
  severity: 'note',
  summary: 'a tool call failed with isError true: the model can read why',
  spec: {
    section: 'server/tools#error-handling',
    revision: '2025-06-18',
    says: 'Errors of a tool are reported in the result, with isError true, so that the model can correct itself.',
  },
  hosts: 'Hosts hand the text to the model, marked as a failure.',
  fix: 'Nothing, if the text tells the model what to do differently.',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"room","arguments":{}}
← 1 result {"content":[{"type":"text","text":"no such room; list them with rooms"}],"isError":true}
`,
    good: `
handshake
→ 1 tools/call {"name":"room","arguments":{}}
← 1 result {"content":[{"type":"text","text":"B2"}]}
`,
  },
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
