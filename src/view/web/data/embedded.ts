import type { Embedded } from '../contract.ts';
import type { PageData } from './page.ts';

/** All that a page can ask of a recording by the rules of its host, for a page that carries it. */
export function embeddedOf(data: PageData): Embedded {
  const session = data.session();
  const { host } = session;
  const rows = data.entries().map(({ row, method, tool }) => ({ row, method, tool }));
  const frames = rows.flatMap(({ row }) => {
    const frame = data.frame(row.key, host);
    return frame ? [[row.key, frame] as const] : [];
  });
  return {
    session: {
      ...session,
      hosts: session.hosts.filter(({ id }) => id === host),
      isLive: false,
      other: undefined,
    },
    rows,
    frames: Object.fromEntries(frames),
    bars: data.bars(),
    findings: data.findings(),
    cost: data.cost(host),
  };
}
