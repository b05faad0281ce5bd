import type { Recording } from '../../../model/recording.ts';
import type { Known } from '../stand-ins.ts';

/** How the recorded server goes about HTTP. */
export interface HttpManners {
  /** Path of the endpoint. */
  readonly path: string;
  /** It serves the modern era, the legacy one, or both. */
  readonly modern: boolean;
  readonly legacy: boolean;
  /** It gives each client a session. */
  readonly sessions: boolean;
  /** It lets clients open a stream of their own, and end their session. */
  readonly stream: boolean;
}

/** Where the endpoint of a server is that was recorded on stdio. */
const USUAL_PATH = '/mcp';

/**
 * How a server went about HTTP, as far as its recordings show; one that was recorded on stdio gives
 * each legacy client a session and a stream, as most servers do.
 */
export function mannersOf(recordings: readonly Recording[], { era }: Known): HttpManners {
  const heads = recordings.flatMap(({ items }) => items.filter((item) => item.type === 'http'));
  const asked = heads.filter(({ from }) => from === 'client');
  const gets = new Set(
    asked.filter(({ start }) => start.startsWith('GET ')).map(({ call }) => call),
  );
  const answers = heads.filter(({ from }) => from === 'server');
  const toGets = answers.filter(({ call }) => gets.has(call));
  const hasSession = answers.some(({ headers }) =>
    headers.some(([name]) => name.toLowerCase() === 'mcp-session-id'),
  );
  const post = asked.find(({ start }) => start.startsWith('POST '))?.start.split(' ')[1];
  return {
    path: post === undefined ? USUAL_PATH : pathOf(post),
    modern: era === 'modern' || era === 'ambiguous',
    legacy: era !== 'modern',
    sessions: heads.length === 0 || hasSession,
    stream: toGets.length === 0 || toGets.some(({ start }) => start.startsWith('200')),
  };
}

/** Of a target as it was recorded: a path, in logs of other programs a whole URL, or anything at all. */
function pathOf(target: string): string {
  // Not parsed as a URL: `//mcp` is a path too, and has no other reading than its spelling.
  if (target.startsWith('/')) return target.split(/[?#]/, 1)[0] ?? USUAL_PATH;
  return URL.canParse(target) ? new URL(target).pathname : USUAL_PATH;
}
