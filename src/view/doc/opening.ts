import type { Source, WireDocument } from '../../document/document.ts';
import { childrenOf } from '../../model/json.ts';
import { takenCount, takenKinds, takenOfAll } from '../taken.ts';
import { count, duration } from '../terminal/format.ts';
import { type Block, type Code, code, type Inline, joined } from './blocks.ts';

/** Title, the recordings that the page is made from, the conversation as a picture, instructions. */
export function openingBlocks(document: WireDocument): Block[] {
  const { title, host, sources, sequence } = document;
  const messages = sources.reduce((sum, { session }) => sum + session.messages.length, 0);
  return [
    { kind: 'heading', level: 1, text: PLAIN.test(title) ? title : [code(title)] },
    {
      kind: 'paragraph',
      text: `What crossed the wire in ${count(sources.length, 'recorded session')} (${count(messages, 'message')}), and what of it the model reads by the rules of: ${host.title} (verified ${host.verifiedAt}). Everything on this page was observed; what was not observed is not on it.`,
    },
    ...takenBlocks(sources),
    { kind: 'heading', level: 2, text: 'Sessions' },
    {
      kind: 'table',
      head: ['session', 'server', 'client', 'era', 'revision', 'transport', 'exchanges', 'lasted'],
      rows: sources.map(sessionRow),
    },
    ...capabilityBlocks(sources),
    ...instructionBlocks(document),
    { kind: 'heading', level: 2, text: 'The conversation' },
    {
      kind: 'paragraph',
      text: [
        'The session ',
        code(sources[0]?.name ?? ''),
        ', in the order in which it crossed the wire. What goes to the model goes in the next request to its API.',
      ],
    },
    { kind: 'sequence', steps: sequence },
  ];
}

/** What its reader has to know of a page that does not show all values as they were; else nothing. */
export function takenBlocks(sources: readonly Pick<Source, 'taken'>[]): Block[] {
  const taken = takenOfAll(sources.map((each) => each.taken));
  const values = takenCount(taken);
  if (values === 0) return [];
  const text = [
    `${count(values, 'value was', 'values were')} taken out (`,
    code(takenKinds(taken)),
    '); ',
    code('«redacted:…»'),
    ' stands in each place. The sizes of messages are those of the originals, all other numbers are of what is shown.',
  ];
  return [{ kind: 'paragraph', text }];
}

/** Nothing in it that Markdown would read as its own. */
const PLAIN = /^[\p{L}\p{N} .,:()’-]+$/u;

function sessionRow({ name, session }: Source): Inline[] {
  const { server, client, era, revision, exchanges } = session;
  const { url } = session.recording.header.server;
  return [
    [code(name)],
    peerWords(server),
    peerWords(client),
    era,
    revision === undefined ? '–' : [code(revision)],
    url === undefined ? 'stdio' : 'HTTP',
    String(exchanges.length),
    duration(session.duration),
  ];
}

function peerWords(peer: Source['session']['server']): Inline {
  const words = [peer?.name, peer?.version].filter((word) => word !== undefined && word !== '');
  return words.length === 0 ? '–' : [code(words.join(' '))];
}

/** One row a capability, one column a session: what is declared, and what changed. */
function capabilityBlocks(sources: readonly Source[]): Block[] {
  const sides = [
    ['server', (source: Source) => source.session.server?.capabilities],
    ['client', (source: Source) => source.session.client?.capabilities],
  ] as const;
  const rows = sides.flatMap(([side, of]) => {
    const each = sources.map((source) => {
      const node = of(source);
      const { bytes } = source.session.messages[0] ?? {};
      return new Map(
        node === undefined || bytes === undefined
          ? []
          : childrenOf(node, '').map(([pointer, value]) => [pointer.slice(1), shortOf(value)]),
      );
    });
    const names = [...new Set(each.flatMap((map) => [...map.keys()]))];
    return names.map((name): Inline[] => [
      side,
      [code(name)],
      ...each.map((map): Inline => {
        const value = map.get(name);
        return value === undefined ? '–' : [code(value)];
      }),
    ]);
  });
  if (rows.length === 0) return [];
  return [
    { kind: 'heading', level: 3, text: 'Capabilities' },
    {
      kind: 'table',
      head: ['side', 'capability', ...sources.map(({ name }) => [code(name)])],
      rows,
    },
  ];
}

/** An object of scalars on one line. */
function shortOf(node: Parameters<typeof childrenOf>[0]): string {
  if (node.kind === 'string') return JSON.stringify(node.value);
  if (node.kind === 'number') return node.text;
  if (node.kind === 'literal') return String(node.value);
  const parts = childrenOf(node, '').map(([pointer, value]) =>
    node.kind === 'object' ? `${pointer.slice(1)}: ${shortOf(value)}` : shortOf(value),
  );
  return node.kind === 'object' ? `{${parts.join(', ')}}` : `[${parts.join(', ')}]`;
}

function instructionBlocks({ instructions, sources }: WireDocument): Block[] {
  return instructions.flatMap(({ text, kinds, seenIn }, index): Block[] => [
    ...(index === 0 ? [{ kind: 'heading', level: 3, text: 'Instructions' } as const] : []),
    {
      kind: 'paragraph',
      text: [
        'What the server tells about itself',
        ...(seenIn.length === sources.length ? [] : [' (', ...names(seenIn), ')']),
        `; to the model: ${kinds.join(', ') || 'unknown'}.`,
      ],
    },
    { kind: 'quote', text },
  ]);
}

/** Names of sessions with commas between. */
export function names(seenIn: readonly string[]): (string | Code)[] {
  return joined(seenIn.map(code));
}
