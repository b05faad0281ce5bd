import type { Finding, Place } from '../../../model/finding.ts';
import { escapeText } from '../../terminal/escape.ts';
import type { FindingInfo } from '../contract.ts';

/** Places of one finding that a page lists. */
const MOST_PLACES = 50;

export function findingInfo(finding: Finding): FindingInfo {
  return {
    rule: finding.rule,
    severity: finding.severity,
    side: finding.side,
    title: escapeText(finding.title),
    fix: escapeText(finding.fix),
    places: finding.places.slice(0, MOST_PLACES).map(placeInfo),
  };
}

function placeInfo({ seq, index, pointer, offset }: Place) {
  const at = offset === undefined ? '' : `byte ${offset}`;
  return {
    key: index === undefined ? String(seq) : `${seq}.${index}`,
    where: escapeText([pointer ?? '', at].filter((part) => part !== '').join(', ')),
  };
}
