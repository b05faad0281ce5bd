import { groupChanges } from '../../compare/group.ts';
import { TIERS } from '../../compare/rules/table.ts';
import type { Transition, WireDocument } from '../../document/document.ts';
import {
  descriptionWords,
  groupPlaces,
  ruleWords,
  subjectNames,
  subjectWords,
  tierCounts,
} from '../terminal/diff.ts';
import { type Block, code, type Inline } from './blocks.ts';

/** What changed from each session to the next: revision, era, definitions, answers. */
export function changeBlocks({ changes }: WireDocument): Block[] {
  if (changes.length === 0) return [];
  return [
    { kind: 'heading', level: 2, text: 'From session to session' },
    ...changes.flatMap(onTransition),
  ];
}

function onTransition({ from, to, changes }: Transition): Block[] {
  const rows = TIERS.flatMap((tier) =>
    groupChanges(changes.filter((each) => each.tier === tier)).map((group): Inline[] => {
      const [first] = group;
      const what = [subjectWords(group), subjectNames(group)].filter((text) => text !== '');
      const where = [groupPlaces(group), descriptionWords(first)].filter((text) => text !== '');
      return [
        tier,
        ruleWords(first),
        what.length === 0 ? '' : [code(what.join(': '))],
        where.length === 0 ? '' : [code(where.join(', '))],
      ];
    }),
  );
  return [
    { kind: 'heading', level: 3, text: ['From ', code(from), ' to ', code(to)] },
    { kind: 'paragraph', text: `${tierCounts(changes)}.` },
    ...(rows.length === 0
      ? []
      : [{ kind: 'table', head: ['tier', 'what', 'of', 'where'], rows } as const]),
  ];
}
