import type { Query } from '../contract.ts';
import type { PageData } from '../data/page.ts';

/** Rows of one answer, at most. */
const MOST_ROWS = 1000;

/** The answer to a question for data; undefined: there is no such question or entry. */
export function answerTo({ pathname, searchParams: asked }: URL, data: PageData): unknown {
  const host = asked.get('host') ?? data.session().host;
  switch (pathname) {
    case '/api/session':
      return data.session();
    case '/api/rows':
      return data.rows(
        queryOf(asked),
        number(asked, 'from'),
        Math.min(MOST_ROWS, number(asked, 'count')),
      );
    case '/api/index':
      return data.indexOf(queryOf(asked), asked.get('key') ?? '');
    case '/api/bars':
      return data.bars();
    case '/api/frame':
      return data.frame(asked.get('key') ?? '', host);
    case '/api/findings':
      return data.findings();
    case '/api/cost':
      return data.cost(host);
    case '/api/changes':
      return data.changes();
    default:
      return undefined;
  }
}

function queryOf(asked: URLSearchParams): Query {
  const side = asked.get('side');
  return {
    text: asked.get('text') ?? '',
    method: asked.get('method') ?? '',
    tool: asked.get('tool') ?? '',
    side: side === 'client' || side === 'server' ? side : '',
    errors: asked.get('errors') === 'true',
  };
}

/** A whole number from 0 on; 0 for anything else. */
function number(asked: URLSearchParams, name: string): number {
  const value = Number(asked.get(name) ?? '0');
  return Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
