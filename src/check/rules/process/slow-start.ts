import { answerOf, type Session } from '../../../model/session.ts';
import { duration, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

const SECOND = 1_000_000;

/** The waits of hosts, as their documentation and logs tell them. */
const WAITS: readonly (readonly [seconds: number, host: string])[] = [
  [60, 'clients on the TypeScript SDK (60 s)'],
  [30, 'Claude Code (30 s)'],
  [10, 'Codex (10 s)'],
];

export const slowStart = defineRule({
  id: 'process/slow-start',
  severity: 'warning',
  side: 'server',
  summary: 'the first answer of the server comes after the wait of some hosts is over',
  basis: 'documented waits: Codex startup_timeout_sec 10, Claude Code MCP_TIMEOUT 30 s, SDK 60 s',
  hosts:
    'Codex gives a server 10 s, Claude Code 30 s, clients on the TypeScript SDK 60 s; then it is shown as failed.',
  fix: 'Answer initialize first and load afterwards; install packages ahead instead of at the start (npx, uvx).',
  example: {
    bad: `
started
→ 0 initialize {"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"client-x","version":"1.0"}}
wait 12 s
← 0 result {"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"server-x","version":"0.1"}}
→ notifications/initialized
`,
    good: `
started
→ 0 initialize {"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"client-x","version":"1.0"}}
wait 2 s
← 0 result {"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"server-x","version":"0.1"}}
→ notifications/initialized
`,
  },
  find: findSlow,
});

function findSlow(session: Session): Found[] {
  const opening = session.exchanges.find(({ request }) =>
    /^(initialize|server\/discover)$/.test(request.message.method),
  );
  const answer = opening && answerOf(opening);
  if (!opening || !answer || opening.outcome.kind !== 'answered') return [];
  const took = answer.at - opening.request.at;
  const hosts = WAITS.filter(([seconds]) => took > seconds * SECOND).map(([, host]) => host);
  if (hosts.length === 0) return [];
  return [
    {
      title: `${requestName(opening.request)} was answered after ${duration(took)}: too late for ${hosts.join(', ')}`,
      places: [answer, opening.request].map(({ seq, index }) => ({ seq, index })),
    },
  ];
}
