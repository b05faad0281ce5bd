import { member, stringMember } from '../../../model/json.ts';
import { isUnended } from '../../evidence/lines.ts';
import { duration, quote, requestName } from '../../evidence/text.ts';
import { defineRule } from '../../rule.ts';

/** Legal, as both may cross on the way; worth knowing, as the work was done for nobody. */
export const lateAnswer = defineRule({
  id: 'ids/late-answer',
  severity: 'note',
  summary: 'an answer that came after the request was cancelled',
  spec: {
    section: 'basic/utilities/cancellation',
    revision: '2025-06-18',
    says: 'A receiver of a cancellation should stop the work and send no response; the sender ignores one that comes all the same.',
  },
  hosts:
    'Hosts report an unknown message id, and many repeat the call, so that the tool runs twice.',
  fix: 'Stop the work when a cancellation comes; raise the time-out of the other side if the work takes that long.',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"slow","arguments":{}}
wait 60 s
→ notifications/cancelled {"requestId":1}
wait 3 s
← 1 result {"content":[]}
`,
    good: `
handshake
→ 1 tools/call {"name":"slow","arguments":{}}
wait 3 s
← 1 result {"content":[]}
`,
  },
  find: (session) =>
    session.exchanges.flatMap(({ request, outcome }) => {
      // A line that was never ended came at an unknown time; framing/cut-at-exit tells it.
      if (outcome.kind !== 'late' || isUnended(session, outcome.answer.seq)) return [];
      const { answer, cancel } = outcome;
      const reason = stringMember(member(cancel.message.node, 'params'), 'reason');
      const why = reason === undefined ? '' : ` (${quote(reason)})`;
      return [
        {
          side: answer.from,
          title: `${requestName(request)} was cancelled after ${duration(cancel.at - request.at)}${why} and answered late, after ${duration(answer.at - request.at)} (${duration(answer.at - cancel.at)} after the cancellation)`,
          places: [answer, cancel, request].map(({ seq, index }) => ({ seq, index })),
          fix: `Stop the work when a cancellation comes; raise the time-out of the ${cancel.from} if the work takes that long.`,
        },
      ];
    }),
});
