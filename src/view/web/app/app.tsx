import { useEffect, useRef, useState } from 'preact/hooks';
import type { Bar, DataSource, Query, SessionInfo } from '../contract.ts';
import { Detail, FORMS, type Form } from './detail.tsx';
import { grouped } from './format.ts';
import { FrameList } from './frame-list.tsx';
import { Help } from './help.tsx';
import { useKeys } from './keys.ts';
import { Overview } from './overview.tsx';
import { Changes, Cost, Findings } from './panels.tsx';
import { Toolbar } from './toolbar.tsx';
import { useRows } from './use-rows.ts';

const NO_QUERY: Query = { text: '', method: '', tool: '', side: '', errors: false };
type View = 'entries' | 'findings' | 'cost' | 'differences' | 'help';
const PAGE = 20;

/** The whole page. */
export function App({ source }: { readonly source: DataSource }) {
  const [session, setSession] = useState<SessionInfo>();
  const [problem, setProblem] = useState('');
  const [version, setVersion] = useState(0);
  useEffect(() => {
    source.session().then(setSession, (error: unknown) => setProblem(String(error)));
  }, [source, version]);
  const isLive = session?.isLive === true;
  useEffect(
    () => (isLive ? source.watch?.(() => setVersion((count) => count + 1)) : undefined),
    [source, isLive],
  );
  if (problem !== '') return <p class="empty problem">{problem}</p>;
  if (!session) return <p class="empty">Reading the recording …</p>;
  return <Session source={source} session={session} version={version} />;
}

interface SessionProps {
  readonly source: DataSource;
  readonly session: SessionInfo;
  readonly version: number;
}

function Session({ source, session, version }: SessionProps) {
  const [query, setQuery] = useState(NO_QUERY);
  const [view, setView] = useState<View>('entries');
  const [form, setForm] = useState<Form>('annotated');
  const [host, setHost] = useState(session.host);
  const [selected, setSelected] = useState(0);
  const search = useRef<HTMLInputElement>(null);
  const rows = useRows(source, query, version);
  const row = rows.at(selected);
  useEffect(() => setSelected(0), [query]);
  const goTo = useGoTo({ source, query, setQuery, setView, setSelected });
  const move = (by: number) =>
    setSelected((index) => Math.max(0, Math.min(rows.total - 1, index + by)));
  useKeys((key) => {
    const next = viewOf(key, session);
    const step = STEPS[key];
    const other = FORMS_BY_KEY[key];
    if (step !== undefined && view === 'entries') move(step);
    else if (next) setView(next);
    else if (other) setForm(other);
    else if (key === '/') search.current?.focus();
    else if (key === 'e') setQuery({ ...query, errors: !query.errors });
    else if (key === 'p' && row?.pair !== undefined) goTo(row.pair);
    else return false;
    if (key === 'Escape') search.current?.blur();
    return true;
  });
  const entry = row?.key;
  const shared = { source, version, onGo: goTo };
  return (
    <>
      <Head {...{ session, view, host }} onView={setView} onHost={setHost} />
      <main class={view}>
        {view === 'entries' && (
          <>
            <Lanes {...shared} durationMs={session.durationMs} selected={entry} />
            <Toolbar {...{ session, query, search }} shown={rows.total} onQuery={setQuery} />
            <div class="split">
              <FrameList rows={rows} selected={selected} onSelect={setSelected} />
              {entry === undefined ? (
                <p class="empty">No entry matches.</p>
              ) : (
                <Detail {...shared} {...{ entry, host, form }} onForm={setForm} />
              )}
            </div>
          </>
        )}
        {view === 'findings' && <Findings {...shared} />}
        {view === 'cost' && <Cost {...shared} host={host} />}
        {view === 'differences' && <Changes {...shared} other={session.other ?? ''} />}
        {view === 'help' && <Help />}
      </main>
    </>
  );
}

interface LanesProps {
  readonly source: DataSource;
  readonly version: number;
  readonly durationMs: number;
  readonly selected: string | undefined;
  readonly onGo: (key: string) => void;
}

/** The overview, once its bars are there. */
function Lanes({ source, version, onGo, ...props }: LanesProps) {
  const [bars, setBars] = useState<readonly Bar[]>([]);
  useEffect(() => {
    void source.bars().then(setBars);
  }, [source, version]);
  return <Overview {...props} bars={bars} onSelect={onGo} />;
}

interface Going {
  readonly source: DataSource;
  readonly query: Query;
  readonly setQuery: (query: Query) => void;
  readonly setView: (view: View) => void;
  readonly setSelected: (index: number) => void;
}

/** Shows an entry wherever it was asked for; a filter that hides it is taken out. */
function useGoTo({ source, query, setQuery, setView, setSelected }: Going): (key: string) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    const key = wanted.current;
    wanted.current = undefined;
    if (key !== undefined)
      void source.indexOf(query, key).then((index) => setSelected(Math.max(0, index)));
  }, [source, query, setSelected]);
  return (key) => {
    setView('entries');
    void source.indexOf(query, key).then((index) => {
      if (index >= 0) setSelected(index);
      else {
        wanted.current = key;
        setQuery(NO_QUERY);
      }
    });
  };
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: -Infinity,
  End: Infinity,
};

const VIEWS: Readonly<Record<string, View>> = {
  f: 'findings',
  c: 'cost',
  d: 'differences',
  l: 'entries',
  Escape: 'entries',
  '?': 'help',
};

/** The view that a key leads to; without a second recording there are no differences. */
function viewOf(key: string, { other }: SessionInfo): View | undefined {
  const view = VIEWS[key];
  return view === 'differences' && other === undefined ? undefined : view;
}

const FORMS_BY_KEY: Readonly<Record<string, Form>> = Object.fromEntries(
  FORMS.map((form, index) => [String(index + 1), form]),
);

interface HeadProps {
  readonly session: SessionInfo;
  readonly view: View;
  readonly host: string;
  readonly onView: (view: View) => void;
  readonly onHost: (host: string) => void;
}

function Head({ session, view, host, onView, onHost }: HeadProps) {
  const views: readonly (readonly [View, string])[] = [
    ['entries', 'Entries'],
    ['findings', `Findings ${grouped(session.findings)}`],
    ['cost', 'Cost'],
    ...(session.other === undefined ? [] : [['differences', 'Differences'] as const]),
    ['help', 'Help'],
  ];
  return (
    <header>
      <h1>
        {session.facts[0]} {session.isLive && <span class="live">recording</span>}
      </h1>
      <p class="facts" title={session.name}>
        {session.facts.slice(1).join(' · ')}
      </p>
      <nav aria-label="Views">
        {views.map(([each, title]) => (
          <button
            key={each}
            type="button"
            aria-current={each === view ? 'page' : undefined}
            onClick={() => onView(each)}
          >
            {title}
          </button>
        ))}
      </nav>
      <label class="host">
        read as{' '}
        <select value={host} onChange={(event) => onHost(event.currentTarget.value)}>
          {session.hosts.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
    </header>
  );
}
