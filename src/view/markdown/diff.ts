import type { Change } from '../../compare/change.ts';
import { type ChangeGroup, groupChanges } from '../../compare/group.ts';
import { TIERS } from '../../compare/rules/table.ts';
import type { SessionDiff } from '../../compare/sessions.ts';
import { Discreet } from '../../recording/discreet.ts';
import {
  descriptionWords,
  groupPlaces,
  hostWords,
  isWhole,
  noteWords,
  placeWords,
  refWords,
  ruleWords,
  sameWords,
  sessionWords,
  subjectNames,
  subjectWords,
  tierCounts,
} from '../terminal/diff.ts';
import { markedPair, valueText } from '../terminal/diff-values.ts';
import { escapeText } from '../terminal/escape.ts';
import { codeSpan } from './code-span.ts';

/**
 * The differences of two sessions as Markdown, for a pull request or a release note. All text of the
 * sessions stands in code spans; what looks like a secret is masked, because the page is to be
 * handed on.
 */
export function* renderDiffMarkdown(diff: SessionDiff): Generator<string> {
  const discreet = new Discreet([diff.a.recording, diff.b.recording]);
  const code = (text: string) => codeSpan(discreet.text(text));
  yield `# ${tierCounts(diff.changes)}`;
  yield '';
  for (const nth of [0, 1] as const) {
    const session = nth === 0 ? diff.a : diff.b;
    const words = [escapeText(session.recording.path), sessionWords(session), hostWords(diff, nth)];
    yield `- ${nth === 0 ? 'A' : 'B'}: ${words.filter(Boolean).map(code).join(', ')}`;
  }
  yield `- ${sameWords(diff)}`;
  for (const tier of TIERS) {
    const changes = diff.changes.filter((each) => each.tier === tier);
    if (changes.length === 0) continue;
    yield '';
    yield `## ${tier} (${changes.length})`;
    yield '';
    for (const group of groupChanges(changes)) yield* item(group, code, discreet);
  }
  yield* folds(diff, code, discreet);
}

type Code = (text: string) => string;

function* item(group: ChangeGroup, code: Code, discreet: Discreet): Generator<string> {
  const [first] = group;
  const refs = first.a || first.b ? ` (${refWords(first)})` : '';
  const note = noteWords(first);
  const words = [subjectWords(group), ...(note === '' ? [] : [note])].map(code).join(', ');
  yield `- **${first.rule}**, ${ruleWords(first)}: ${words}${refs}`;
  const names = subjectNames(group);
  if (names !== '') yield `  - ${code(names)}`;
  if (isWhole(first)) {
    const words = descriptionWords(first);
    if (words !== '') yield `  - ${code(words)}`;
    return;
  }
  const place = groupPlaces(group);
  if (place !== '') yield `  - at ${code(place)}`;
  yield* values(discreetChange(first, discreet), code);
}

/** Before the values are cut and marked. */
function discreetChange(change: Change, discreet: Discreet): Change {
  const { before, after, pointer } = change;
  return {
    ...change,
    ...(before && { before: discreet.node(before, pointer) }),
    ...(after && { after: discreet.node(after, pointer) }),
  };
}

/** Longest value of a list item, in columns. */
const COLUMNS = 300;

function* values({ before, after }: Change, code: Code): Generator<string> {
  if (before && after) {
    const pair = markedPair(before, after, COLUMNS);
    yield `  - was ${code(pair.before)}`;
    yield `  - is ${code(pair.after)}`;
  } else if (before) yield `  - was ${code(valueText(before, COLUMNS))}`;
  else if (after) yield `  - is ${code(valueText(after, COLUMNS))}`;
}

function* folds({ folded }: SessionDiff, code: Code, discreet: Discreet): Generator<string> {
  if (folded.length === 0) return;
  yield '';
  yield '## folded';
  yield '';
  for (const { rule, count, example } of folded) {
    const [was, is] = [example.before, example.after].map((node) =>
      code(valueText(discreet.node(node, example.pointer), 100)),
    );
    yield `- **${rule}**: ${count}, such as ${was} and ${is} at ${code(placeWords(example))}`;
  }
}
