import type { Change } from '../../../compare/change.ts';
import { refKey } from '../../../model/session.ts';
import { placeWords, ruleWords } from '../../terminal/diff.ts';
import { valueText } from '../../terminal/diff-values.ts';
import { escapeText } from '../../terminal/escape.ts';
import type { ChangeInfo } from '../contract.ts';

/** Longest value of a change, in columns. */
const COLUMNS = 400;

export function changeInfo(change: Change): ChangeInfo {
  const { tier, subject, a, b, before, after } = change;
  return {
    tier,
    rule: ruleWords(change),
    subject: escapeText(subject),
    where: placeWords(change),
    before: before ? valueText(before, COLUMNS) : '',
    after: after ? valueText(after, COLUMNS) : '',
    keys: { a: a ? refKey(a) : '', b: b ? refKey(b) : '' },
  };
}
