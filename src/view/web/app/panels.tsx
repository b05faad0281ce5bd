import { useEffect, useState } from 'preact/hooks';
import { maxOf } from '../../../model/lists.ts';
import type { ChangeInfo, CostInfo, DataSource, FindingInfo } from '../contract.ts';
import { grouped, size } from './format.ts';

interface Go {
  readonly onGo: (key: string) => void;
}

/** What was asked for, once it is there. */
function useData<T>(load: () => Promise<T>, ...on: readonly unknown[]): T | undefined {
  const [data, setData] = useState<T>();
  useEffect(() => {
    let isCurrent = true;
    void load().then((found) => isCurrent && setData(() => found));
    return () => {
      isCurrent = false;
    };
    // The loader is made anew each time; what it depends on is given.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, on);
  return data;
}

export function Findings({ source, version, onGo }: Go & Panel) {
  const findings = useData<readonly FindingInfo[]>(() => source.findings(), source, version);
  if (!findings) return <p class="empty">…</p>;
  if (findings.length === 0) return <p class="empty">Nothing was found.</p>;
  return (
    <ol class="panel findings">
      {findings.map((finding) => (
        <li key={finding.rule + finding.title} class={finding.severity}>
          <h2>
            <span class="badge">{finding.severity}</span> {finding.rule}{' '}
            <small>{finding.side}</small>
          </h2>
          <p>{finding.title}</p>
          <p class="fix">{finding.fix}</p>
          <p class="places">
            {finding.places.map(({ key, where }) => (
              <button key={key + where} type="button" class="link" onClick={() => onGo(key)}>
                #{key} {where}
              </button>
            ))}
          </p>
        </li>
      ))}
    </ol>
  );
}

interface Panel {
  readonly source: DataSource;
  readonly version: number;
}

export function Cost({ source, host, version, onGo }: Go & Panel & { readonly host: string }) {
  const cost = useData<CostInfo>(() => source.cost(host), source, host, version);
  if (!cost) return <p class="empty">…</p>;
  return (
    <div class="panel cost">
      <p>
        The model reads about <b>{grouped(cost.read)}</b> tokens of this session and wrote about{' '}
        <b>{grouped(cost.wrote)}</b>; of {size(cost.wireBytes)} on the wire it never sees{' '}
        {size(cost.notRead)}. Tokens by {cost.tokenizer}.
      </p>
      <h2>Tools, in every turn</h2>
      <Bars rows={cost.tools.map(({ name, tokens }) => ({ key: name, name, tokens }))} />
      <h2>Results, when they come and in every later turn</h2>
      <Bars
        rows={cost.results.map(({ key, tool, tokens }) => ({
          key,
          name: `#${key} ${tool}`,
          tokens,
        }))}
        onGo={onGo}
      />
    </div>
  );
}

interface BarsProps {
  readonly rows: readonly {
    readonly key: string;
    readonly name: string;
    readonly tokens: number;
  }[];
  readonly onGo?: (key: string) => void;
}

function Bars({ rows, onGo }: BarsProps) {
  if (rows.length === 0) return <p class="empty">None.</p>;
  const most = maxOf(
    rows.map(({ tokens }) => tokens),
    1,
  );
  return (
    <table class="bars">
      <tbody>
        {rows.map(({ key, name, tokens }) => (
          <tr key={key}>
            <th scope="row">
              {onGo ? (
                <button type="button" class="link" onClick={() => onGo(key)}>
                  {name}
                </button>
              ) : (
                name
              )}
            </th>
            <td class="number">{grouped(tokens)}</td>
            <td class="bar">
              <span style={{ width: `${(100 * tokens) / most}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Changes({ source, version, onGo, other }: Go & Panel & { readonly other: string }) {
  const changes = useData<readonly ChangeInfo[]>(() => source.changes(), source, version);
  if (!changes) return <p class="empty">…</p>;
  return (
    <div class="panel">
      <p>
        From this recording to <b>{other}</b>: {changes.length} differences.
      </p>
      <table class="changes">
        <thead>
          <tr>
            {['tier', 'what', 'of', 'where', 'was', 'is'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((change, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index} class={change.tier}>
              <td>{change.tier}</td>
              <td>{change.rule}</td>
              <td>
                {change.keys.a === '' ? (
                  change.subject
                ) : (
                  <button type="button" class="link" onClick={() => onGo(change.keys.a)}>
                    {change.subject}
                  </button>
                )}
              </td>
              <td>
                <code>{change.where}</code>
              </td>
              <td>
                <code>{change.before}</code>
              </td>
              <td>
                <code>{change.after}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
