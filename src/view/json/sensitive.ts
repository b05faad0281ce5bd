import { refKey } from '../../model/session.ts';
import {
  isExposed,
  type ReachedPlace,
  type SensitiveReach,
} from '../../reading/sensitive/reach.ts';

/**
 * The shape of `sadap show --sensitive --json`, one object a line; for each host, for each wish: its
 * places (`"type":"place"`), then the wish (`"type":"sensitive"`); last of a host a `summary`. Members
 * may be added, never renamed or removed without a major version. Values are never given.
 */
export function* renderSensitiveJson(reports: readonly SensitiveReach[]): Generator<string> {
  for (const { profile, wishes, looked, media } of reports) {
    const host = profile.id;
    for (const each of wishes) {
      for (const place of each.places) yield JSON.stringify(placeLine(host, place));
      yield JSON.stringify({
        type: 'sensitive',
        host,
        wish: each.wish.text,
        reach: each.reach ?? null,
        exposed: isExposed(each),
        places: each.places.length,
      });
    }
    const exposed = wishes.filter(isExposed).map(({ wish }) => wish.text);
    yield JSON.stringify({ type: 'summary', host, exposed, looked, media });
  }
}

function placeLine(host: string, place: ReachedPlace) {
  const { wish, how, source, pointer, inner, reach, fate } = place;
  return {
    type: 'place',
    host,
    wish: wish.text,
    reach,
    how,
    in: source.kind,
    ref: refKey(source.kind === 'message' ? source.located : source.ref),
    ...(how === 'key' ? {} : { pointer, ...(inner === undefined ? {} : { inner }) }),
    ...(fate ? { fate: fate.kind, rule: fate.rule } : {}),
  };
}
