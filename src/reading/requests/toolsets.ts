import { type JsonNode, member, pointerTo, stringMember } from '../../model/json.ts';
import { groupBy, maxOf } from '../../model/lists.ts';
import type { Located, MessageRef } from '../../model/message.ts';
import type { Profile } from '../../model/profile.ts';
import type { FateKind, ModelText, Reading } from '../../model/reading.ts';
import { answerOf, type Exchange, refKey, type Session } from '../../model/session.ts';
import { fateAt } from '../fate-at.ts';
import { toolIndex } from '../places.ts';
import { readMessage } from '../read.ts';
import { indexOf } from '../session-index.ts';
import type { OfferedTool, Part, Toolset } from './steps.ts';

/**
 * The tool lists of a session in the order in which the host had them, each from its last page on: a
 * host that is told that the list changed shows the model the old one until it has asked again.
 */
export function toolsetsOf(session: Session, profile: Profile): Toolset[] {
  const lists = new Map<readonly string[], Map<number, Page>>();
  for (const exchange of session.exchanges) {
    const page = pageOf(exchange, session);
    if (!page) continue;
    const pages = lists.get(page.names) ?? new Map<number, Page>();
    lists.set(page.names, pages);
    // A page that was asked for again takes the place of what it was, behind the others.
    pages.delete(page.first);
    pages.set(page.first, page);
  }
  return [...lists.values()].map((pages) => ({
    from: maxOf([...pages.values()].map((each) => each.answer.seq)),
    tools: [...pages.values()].flatMap((page) => toolsOn(page, session, profile)),
  }));
}

interface Page {
  readonly answer: Located;
  readonly tools: readonly JsonNode[];
  /** Tools on the pages before. */
  readonly first: number;
  /** Names of all tools of the list: the same object for each page of it. */
  readonly names: readonly string[];
}

function pageOf(exchange: Exchange, session: Session): Page | undefined {
  const { from, message } = exchange.request;
  const facts = indexOf(session).pages.get(refKey(exchange.request));
  if (from !== 'client' || message.method !== 'tools/list' || !facts) return undefined;
  const answer = exchange.outcome.kind === 'answered' ? answerOf(exchange) : undefined;
  if (answer?.message.kind !== 'result') return undefined;
  const tools = member(answer.message.result, 'tools');
  return { answer, tools: tools?.kind === 'array' ? tools.items : [], ...facts };
}

function toolsOn({ answer, tools, first }: Page, session: Session, profile: Profile) {
  const reading = readMessage(answer, session, profile);
  const whole = afterSearch(answer, session, profile, reading);
  const shown = textsByTool(reading);
  const found = whole === reading ? shown : textsByTool(whole);
  return tools.flatMap((node, index): OfferedTool[] => {
    const pointer = pointerTo('/result/tools', index);
    const standing = standingOf(reading, pointer, node);
    if (standing === 'left-out') return [];
    const name = stringMember(node, 'name') ?? '';
    const read = (standing === 'deferred' ? found : shown).get(first + index) ?? [];
    const before = standing === 'deferred' ? (shown.get(first + index) ?? []) : undefined;
    return [offered({ tool: name, target: refOf(answer), pointer, read, before })];
  });
}

/** A profile whose tools are all found already tells what a deferred one is read as afterwards. */
function afterSearch(answer: Located, session: Session, profile: Profile, reading: Reading) {
  if (!reading.fates.some((each) => each.kind === 'deferred')) return reading;
  const rules = { ...profile.rules, 'listing.deferral': { fate: 'reads' } as const };
  return readMessage(answer, session, { ...profile, rules });
}

/** A tool is offered when its name arrives, or when nobody knows under which name it does. */
function standingOf({ fates }: Reading, pointer: string, node: JsonNode) {
  const name = fateAt(fates, `${pointer}/name`)?.kind;
  const kinds = ['name', 'description', 'inputSchema'].map(
    (key) => member(node, key) && fateAt(fates, `${pointer}/${key}`)?.kind,
  );
  if (name === undefined || GONE.has(name)) return 'left-out';
  return kinds.includes('deferred') ? 'deferred' : 'offered';
}

const GONE: ReadonlySet<FateKind> = new Set(['dropped', 'fails', 'host', 'envelope', 'replaced']);

/** The texts of a list by the numbers of its tools. */
function textsByTool({ texts }: Reading): ReadonlyMap<number | undefined, ModelText[]> {
  return groupBy(texts, ({ place }) => toolIndex(place));
}

interface Found {
  readonly tool: string;
  readonly target: MessageRef;
  readonly pointer: string;
  readonly read: readonly ModelText[];
  readonly before: readonly ModelText[] | undefined;
}

function offered({ tool, target, pointer, read, before }: Found): OfferedTool {
  const name = read.find((each) => each.place.endsWith('.name'));
  const description = read.find((each) => each.place.endsWith('.description'));
  const schema = read.find((each) => each.from === `${pointer}/inputSchema`);
  const named = new Set([name, description, schema]);
  const others = read.filter((each) => !named.has(each));
  return {
    tool,
    target,
    name: partOf(name, target, tool === '' ? 'name' : tool),
    description,
    schema: partOf(schema, target, 'the schema, rewritten by the host'),
    others: others.map((each) => [each.place.replace(/^.*\./s, ''), each] as const),
    deferred: before,
  };
}

function partOf(text: ModelText | undefined, target: MessageRef, what: string): Part {
  return text ? { kind: 'text', text, target } : { kind: 'open', what };
}

/** A reference alone, without the bytes. */
export function refOf({ seq, index }: MessageRef): MessageRef {
  return { seq, index };
}
