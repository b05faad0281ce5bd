import type { Change } from '../../../compare/change.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Located } from '../../../model/message.ts';
import type { Reading, Tokenizer } from '../../../model/reading.ts';
import { refKey, type Session } from '../../../model/session.ts';
import type { SessionCost } from '../../../reading/cost.ts';
import { escapeText } from '../../terminal/escape.ts';
import { bySeverity } from '../../terminal/findings.ts';
import { count, duration } from '../../terminal/format.ts';
import { type Timeline, timelineOf } from '../../terminal/timeline.ts';
import type {
  Bar,
  ChangeInfo,
  CostInfo,
  FindingInfo,
  FrameInfo,
  HostChoice,
  Query,
  RowPage,
  SessionInfo,
} from '../contract.ts';
import { barsOf } from './bars.ts';
import { changeInfo } from './changes.ts';
import { findingInfo } from './findings.ts';
import { frameInfo } from './frame.ts';
import { matching } from './query.ts';
import { type Entry, entriesOf } from './rows.ts';

/** A recording, understood, with what the rules of any host make of it. */
export interface PageInput {
  readonly name: string;
  readonly session: Session;
  readonly findings: readonly Finding[];
  readonly tokenizer: Tokenizer;
  readonly hosts: readonly HostChoice[];
  readonly host: string;
  /** By the rules of a host of `hosts`. */
  readonly reading: (located: Located, host: string) => Reading;
  readonly cost: (host: string) => SessionCost;
  readonly isLive: boolean;
  readonly other?: { readonly name: string; readonly changes: readonly Change[] } | undefined;
}

/** Answers every question of the page about one recording. Pure; what is asked twice is computed once. */
export class PageData {
  readonly #input: PageInput;
  readonly #timeline: Timeline;
  readonly #entries: readonly Entry[];
  readonly #byKey: ReadonlyMap<string, Entry>;
  #filtered: { readonly asked: string; readonly entries: readonly Entry[] } | undefined;

  constructor(input: PageInput) {
    this.#input = input;
    this.#timeline = timelineOf({
      ...input,
      reading: this.#readingBy(input.host),
      profile: NO_PROFILE,
    });
    this.#entries = entriesOf(this.#timeline);
    this.#byKey = new Map(this.#entries.map((entry) => [entry.row.key, entry]));
  }

  session(): SessionInfo {
    const { name, session, findings, hosts, host, isLive, other } = this.#input;
    return {
      name: escapeText(name),
      facts: factsOf(session),
      durationMs: session.duration / 1000,
      rows: this.#entries.length,
      findings: findings.length,
      methods: this.#named(({ method }) => method),
      tools: this.#named(({ tool }) => tool),
      hosts,
      host,
      isLive,
      other: other && escapeText(other.name),
    };
  }

  rows(query: Query, from: number, length: number): RowPage {
    const entries = this.#matching(query);
    const rows = entries.slice(from, from + length).map(({ row }) => row);
    return { total: entries.length, from, rows };
  }

  /** Every entry with what filters ask of it. */
  entries(): readonly Entry[] {
    return this.#entries;
  }

  indexOf(query: Query, key: string): number {
    return this.#matching(query).findIndex(({ row }) => row.key === key);
  }

  bars(): readonly Bar[] {
    return barsOf(this.#entries, this.#timeline);
  }

  /** undefined: there is no such entry. */
  frame(key: string, host: string): FrameInfo | undefined {
    const entry = this.#byKey.get(key);
    return entry && frameInfo(entry, { ...this.#timeline, reading: this.#readingBy(host) });
  }

  findings(): readonly FindingInfo[] {
    return bySeverity(this.#input.findings).map(findingInfo);
  }

  cost(host: string): CostInfo {
    const cost = this.#input.cost(host);
    const bySize = <T extends { tokens: number }>(all: readonly T[]) =>
      [...all].sort((a, b) => b.tokens - a.tokens);
    return {
      tokenizer: cost.tokenizer.name,
      read: cost.read.tokens,
      wrote: cost.wrote.tokens,
      wireBytes: cost.wireBytes.client + cost.wireBytes.server,
      notRead: cost.notRead,
      tools: bySize(cost.tools).map(({ name, tokens }) => ({ name: escapeText(name), tokens })),
      results: bySize(cost.results)
        .slice(0, MOST_RESULTS)
        .map(({ target, tool, tokens }) => ({
          key: refKey(target),
          tool: escapeText(tool ?? ''),
          tokens,
        })),
    };
  }

  changes(): readonly ChangeInfo[] {
    return (this.#input.other?.changes ?? []).slice(0, MOST_CHANGES).map(changeInfo);
  }

  #matching(query: Query): readonly Entry[] {
    const asked = JSON.stringify(query);
    if (this.#filtered?.asked !== asked)
      this.#filtered = { asked, entries: matching(this.#entries, query) };
    return this.#filtered.entries;
  }

  #readingBy(host: string): (located: Located) => Reading {
    return (located) => this.#input.reading(located, host);
  }

  #named(of: (entry: Entry) => string): string[] {
    return [...new Set(this.#entries.map(of))].filter((name) => name !== '').sort();
  }
}

const MOST_RESULTS = 200;
const MOST_CHANGES = 2000;
/** The page names the host by itself. */
const NO_PROFILE = { title: '', verifiedAt: '' };

function factsOf(session: Session): string[] {
  const { header } = session.recording;
  const { server, era, revision } = session;
  const name = [server?.name ?? header.server.label, server?.version].filter(Boolean).join(' ');
  return [
    escapeText(name),
    header.server.url === undefined ? 'stdio' : 'HTTP',
    escapeText([era, revision].filter(Boolean).join(' ')),
    count(session.exchanges.length, 'exchange'),
    duration(session.duration),
    ...takenFact(session),
  ];
}

/** Placeholders are not as long as what stood in their places. */
function takenFact({ recording }: Session): string[] {
  const values = recording.items.reduce(
    (sum, item) => sum + (item.type === 'redacted' ? item.count : 0),
    0,
  );
  return values === 0 ? [] : [`${count(values, 'value')} taken out, sizes are without them`];
}
