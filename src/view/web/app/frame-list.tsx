import { useEffect, useRef, useState } from 'preact/hooks';
import type { RowInfo } from '../contract.ts';
import { duration, size } from './format.ts';
import type { Rows } from './use-rows.ts';

/** Pixels of a row; the style sheet says the same. */
export const ROW = 28;
/** Rows drawn beyond the edges, so that scrolling finds them. */
const BEYOND = 12;

interface Props {
  readonly rows: Rows;
  readonly selected: number;
  readonly onSelect: (index: number) => void;
}

/** The list of entries: only what is in view exists. One tab stop; the arrow keys move the selection. */
export function FrameList({ rows, selected, onSelect }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = new ResizeObserver(() => setHeight(element.clientHeight));
    measure.observe(element);
    return () => measure.disconnect();
  }, []);
  useEffect(() => scrollTo(box.current, selected), [selected]);
  const first = Math.max(0, Math.floor(top / ROW) - BEYOND);
  const last = Math.min(rows.total - 1, Math.ceil((top + height) / ROW) + BEYOND);
  useEffect(() => rows.need(first, last), [rows, first, last]);
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return (
    <div
      class="list"
      ref={box}
      role="listbox"
      aria-label="Entries of the recording"
      aria-activedescendant={selected >= first && selected <= last ? `row-${selected}` : undefined}
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div class="rows" style={{ height: `${rows.total * ROW}px` }}>
        {shown.map((index) => (
          <Row
            key={index}
            index={index}
            total={rows.total}
            row={rows.at(index)}
            isSelected={index === selected}
            onSelect={onSelect}
          />
        ))}
      </div>
    </div>
  );
}

function scrollTo(box: HTMLDivElement | null, index: number): void {
  if (!box || index < 0) return;
  const [from, to] = [index * ROW, (index + 1) * ROW];
  if (from < box.scrollTop) box.scrollTop = from;
  else if (to > box.scrollTop + box.clientHeight) box.scrollTop = to - box.clientHeight;
}

interface RowProps {
  readonly index: number;
  readonly total: number;
  readonly row: RowInfo | undefined;
  readonly isSelected: boolean;
  readonly onSelect: (index: number) => void;
}

function Row({ index, total, row, isSelected, onSelect }: RowProps) {
  const kind = row ? `${row.kind} ${row.from}` : 'loading';
  return (
    <div
      id={`row-${index}`}
      class={`row ${kind}${isSelected ? ' selected' : ''}`}
      role="option"
      aria-selected={isSelected}
      aria-posinset={index + 1}
      aria-setsize={total}
      style={{ transform: `translateY(${index * ROW}px)` }}
      onClick={() => onSelect(index)}
    >
      {row ? <Cells row={row} /> : '…'}
    </div>
  );
}

const ARROWS = { client: '→', server: '←', beside: '·' } as const;
const SPOKEN = { client: 'from the client', server: 'from the server', beside: 'beside the wire' };

function Cells({ row }: { readonly row: RowInfo }) {
  return (
    <>
      <span class="seq">#{row.key}</span>
      <span class="time">+{duration(row.atMs)}</span>
      <span class="what" style={{ paddingLeft: `${row.depth * 14}px` }}>
        <span class="arrow" role="img" aria-label={SPOKEN[row.from]}>
          {ARROWS[row.from]}
        </span>{' '}
        <b>{row.word}</b> {row.subject} <em>{row.trouble}</em>
      </span>
      {row.findings > 0 && <span class="flag">{row.findings}!</span>}
      <span class="id">{row.id}</span>
      <span class="late">{row.latencyMs === undefined ? '' : duration(row.latencyMs)}</span>
      <span class="size">{size(row.bytes)}</span>
    </>
  );
}
