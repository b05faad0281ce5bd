import type { Session } from '../../model/session.ts';

/** Several rules look at the same evidence: computes it once for each session. */
export function perSession<T extends object>(
  compute: (session: Session) => T,
): (session: Session) => T {
  const known = new WeakMap<Session, T>();
  return (session) => {
    const before = known.get(session);
    if (before) return before;
    const result = compute(session);
    known.set(session, result);
    return result;
  };
}
