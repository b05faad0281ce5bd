import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
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
  const [bars, setBars] = useState<readonly Bar[]>([]);
  const search = useRef<HTMLInputElement>(null);
  const rows = useRows(source, query, version);
  const row = rows.at(selected);
  useEffect(() => {
    void source.bars().then(setBars);
  }, [source, version]);
  useEffect(() => setSelected(0), [query]);

  /** Shows an entry wherever it was asked for; a filter that hides it is taken out. */
  const go = useCallback(
    async (key: string) => {
      setView('entries');
      const index = await source.indexOf(query, key);
      if (index >= 0) setSelected(index);
      else {
        setQuery(NO_QUERY);
        setTimeout(
          () => void source.indexOf(NO_QUERY, key).then((at) => setSelected(Math.max(0, at))),
        );
      }
    },
    [source, query],
  );
  const goTo = useCallback((key: string) => void go(key), [go]);
  const move = (by: number) =>
    setSelected((index) => Math.max(0, Math.min(rows.total - 1, index + by)));

  const onKey = (key: string): boolean => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      j: 1,
      ArrowUp: -1,
      k: -1,
      PageDown: PAGE,
      PageUp: -PAGE,
      Home: -Infinity,
      End: Infinity,
    };
    const step = steps[key];
    const views: Readonly<Record<string, View>> = {
      f: 'findings',
      c: 'cost',
      l: 'entries',
      '?': 'help',
    };
    const next =
      views[key] ?? (key === 'd' && session.other !== undefined ? 'differences' : undefined);
    if (step !== undefined && view === 'entries') move(step);
    else if (next) setView(next);
    else if (key === 'Escape') {
      search.current?.blur();
      setView('entries');
    } else if (key === '/') search.current?.focus();
    else if (key === 'e') setQuery({ ...query, errors: !query.errors });
    else if (key === 'p' && row?.pair !== undefined) goTo(row.pair);
    else if (key in FORMS_BY_KEY) setForm(FORMS_BY_KEY[key] ?? form);
    else return false;
    return true;
  };
  useKeys(onKey);

  const entry = row?.key;
  const detail = useMemo(
    () =>
      entry === undefined ? (
        <p class="empty">No entry matches.</p>
      ) : (
        <Detail {...{ source, entry, host, form, version }} onForm={setForm} onGo={goTo} />
      ),
    [source, entry, host, form, version, goTo],
  );
  return (
    <>
      <Head {...{ session, view, host }} onView={setView} onHost={setHost} />
      <main class={view}>
        {view === 'entries' && (
          <>
            <Overview
              bars={bars}
              durationMs={session.durationMs}
              selected={entry}
              onSelect={goTo}
            />
            <Toolbar {...{ session, query, search }} shown={rows.total} onQuery={setQuery} />
            <div class="split">
              <FrameList rows={rows} selected={selected} onSelect={setSelected} />
              {detail}
            </div>
          </>
        )}
        {view === 'findings' && <Findings {...{ source, version }} onGo={goTo} />}
        {view === 'cost' && <Cost {...{ source, host, version }} onGo={goTo} />}
        {view === 'differences' && (
          <Changes source={source} other={session.other ?? ''} onGo={goTo} />
        )}
        {view === 'help' && <Help />}
      </main>
    </>
  );
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
