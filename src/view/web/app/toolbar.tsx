import type { RefObject } from 'preact';
import type { Query, SessionInfo } from '../contract.ts';
import { grouped } from './format.ts';

interface Props {
  readonly session: SessionInfo;
  readonly query: Query;
  readonly shown: number;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onQuery: (query: Query) => void;
}

/** Search and filters; what is set in them stays until it is taken out again. */
export function Toolbar({ session, query, shown, search, onQuery }: Props) {
  const set = (change: Partial<Query>) => onQuery({ ...query, ...change });
  return (
    <form class="toolbar" role="search" onSubmit={(event) => event.preventDefault()}>
      <label>
        <span class="spoken">Search in everything that was sent</span>
        <input
          ref={search}
          type="search"
          placeholder="Search ( / )"
          value={query.text}
          onInput={(event) => set({ text: event.currentTarget.value })}
        />
      </label>
      <Choice
        name="method"
        value={query.method}
        options={session.methods}
        onChange={(method) => set({ method })}
      />
      {session.tools.length > 0 && (
        <Choice
          name="tool"
          value={query.tool}
          options={session.tools}
          onChange={(tool) => set({ tool })}
        />
      )}
      <Choice
        name="side"
        value={query.side}
        options={['client', 'server']}
        onChange={(side) => set({ side: side === 'client' || side === 'server' ? side : '' })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={query.errors}
          onChange={(event) => set({ errors: event.currentTarget.checked })}
        />{' '}
        trouble only
      </label>
      <output class="shown">
        {shown === session.rows
          ? `${grouped(shown)} entries`
          : `${grouped(shown)} of ${grouped(session.rows)} entries`}
      </output>
    </form>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly onChange: (value: string) => void;
}

function Choice({ name, value, options, onChange }: ChoiceProps) {
  return (
    <label>
      <span class="spoken">Only this {name}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">any {name}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}
