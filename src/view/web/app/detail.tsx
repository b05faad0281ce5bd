import { useEffect, useState } from 'preact/hooks';
import type { DataSource, FrameInfo } from '../contract.ts';
import { duration, grouped, size } from './format.ts';

export const FORMS = ['annotated', 'wire', 'model'] as const;
export type Form = (typeof FORMS)[number];

interface Props {
  readonly source: DataSource;
  readonly entry: string;
  readonly host: string;
  readonly form: Form;
  readonly onForm: (form: Form) => void;
  readonly onGo: (key: string) => void;
  readonly version: number;
}

/** One entry in three forms, and beside it the other end of its exchange. */
export function Detail({ source, entry, host, form, onForm, onGo, version }: Props) {
  const frame = useFrame(source, entry, host, version);
  const pair = useFrame(source, frame?.row.pair, host, version);
  if (!frame) return <p class="empty">…</p>;
  const isAnswer = frame.row.kind === 'result' || frame.row.kind === 'failure';
  const sides = pair ? (isAnswer ? [pair, frame] : [frame, pair]) : [frame];
  return (
    <section class="detail" aria-label={`Entry #${frame.key}`}>
      <div class="tabs" role="tablist" aria-label="Form">
        {FORMS.map((each, index) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`tab-${each}`}
            aria-selected={each === form}
            aria-controls="forms"
            onClick={() => onForm(each)}
          >
            {each} <kbd>{index + 1}</kbd>
          </button>
        ))}
      </div>
      <div class="sides" id="forms" role="tabpanel" aria-labelledby={`tab-${form}`}>
        {sides.map((each) => (
          <Side
            key={each.key}
            frame={each}
            form={form}
            onGo={onGo}
            isFocus={each.key === frame.key}
          />
        ))}
      </div>
    </section>
  );
}

function useFrame(
  source: DataSource,
  key: string | undefined,
  host: string,
  version: number,
): FrameInfo | undefined {
  const [frame, setFrame] = useState<FrameInfo>();
  useEffect(() => {
    let isCurrent = true;
    if (key === undefined) setFrame(undefined);
    else
      source.frame(key, host).then(
        (found) => isCurrent && setFrame(found),
        () => isCurrent && setFrame(undefined),
      );
    return () => {
      isCurrent = false;
    };
  }, [source, key, host, version]);
  return frame;
}

interface SideProps {
  readonly frame: FrameInfo;
  readonly form: Form;
  readonly isFocus: boolean;
  readonly onGo: (key: string) => void;
}

function Side({ frame, form, isFocus, onGo }: SideProps) {
  const { row, findings } = frame;
  const facts = [
    row.id,
    `+${duration(row.atMs)}`,
    ...(row.latencyMs === undefined ? [] : [`took ${duration(row.latencyMs)}`]),
    size(row.bytes),
  ].filter((fact) => fact !== '');
  return (
    <article class={isFocus ? 'side focus' : 'side'}>
      <h2>
        <button type="button" class="link" onClick={() => onGo(frame.key)}>
          #{frame.key}
        </button>{' '}
        {row.word} {row.subject} {row.trouble && <em>{row.trouble}</em>}
      </h2>
      <p class="facts">{facts.join(' · ')}</p>
      {findings.map((finding) => (
        <p key={finding.rule + finding.title} class={`finding ${finding.severity}`}>
          <b>{finding.severity}</b> {finding.title} <span class="fix">{finding.fix}</span>
        </p>
      ))}
      {form === 'wire' && <Wire frame={frame} />}
      {form === 'annotated' && <Annotated frame={frame} />}
      {form === 'model' && <Model frame={frame} />}
      {form !== 'wire' && frame.totals !== '' && <p class="totals">{frame.totals}</p>}
    </article>
  );
}

function Wire({ frame: { wire } }: { readonly frame: FrameInfo }) {
  return (
    // A box that scrolls has to be reached by the keyboard.
    <pre class="wire" tabIndex={0}>
      {wire.text}
      {wire.cut > 0 && <span class="cut">{` … ${grouped(wire.cut)} more bytes`}</span>}
    </pre>
  );
}

function Annotated({ frame }: { readonly frame: FrameInfo }) {
  if (frame.annotated.length === 0) return <Wire frame={frame} />;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Annotated message">
      <table class="annotated">
        <caption class="spoken">
          The message, line by line, with what becomes of each member
        </caption>
        <tbody>
          {frame.annotated.map((line, index) => (
            // Lines have no names of their own, and never move.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index} class={`${line.fates[0] ?? 'none'}${line.reaches ? '' : ' unseen'}`}>
              <td>
                <code>{line.text}</code>
              </td>
              <td class="fate">{line.more ? '' : line.fates.join(', ')}</td>
              <td class="note">{line.note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Model({ frame: { model } }: { readonly frame: FrameInfo }) {
  if (model.length === 0) return <p class="empty">The model gets nothing of this.</p>;
  return (
    <dl class="model">
      {model.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} class={part.way}>
          <dt>
            {part.place} <span>{part.way === 'wrote' ? 'the model wrote' : 'the model reads'}</span>
            {part.tokens > 0 && <span>about {grouped(part.tokens)} tokens</span>}
          </dt>
          <dd>
            <pre tabIndex={0}>{part.text}</pre>
          </dd>
        </div>
      ))}
    </dl>
  );
}
