import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { DataSource, Query, RowInfo } from '../contract.ts';

const BLOCK = 200;
/** Blocks kept; the list shows two of them at most. */
const MOST_BLOCKS = 50;

export interface Rows {
  readonly total: number;
  readonly at: (index: number) => RowInfo | undefined;
  /** Call with the rows in view; missing blocks are fetched. */
  readonly need: (from: number, to: number) => void;
}

/** The rows of a query, fetched in blocks as they come into view. `version` changes when the recording grew. */
export function useRows(source: DataSource, query: Query, version: number): Rows {
  const [total, setTotal] = useState(0);
  const [, redraw] = useState(0);
  const blocks = useRef(new Map<number, readonly RowInfo[] | 'asked'>());
  const generation = useRef(0);
  const load = useCallback(
    (block: number) => {
      if (blocks.current.has(block)) return;
      const mine = generation.current;
      blocks.current.set(block, 'asked');
      void source.rows(query, block * BLOCK, BLOCK).then((page) => {
        if (mine !== generation.current) return;
        blocks.current.set(block, page.rows);
        for (const old of blocks.current.keys()) {
          if (blocks.current.size <= MOST_BLOCKS) break;
          if (old !== block) blocks.current.delete(old);
        }
        setTotal(page.total);
        redraw((count) => count + 1);
      });
    },
    [source, query],
  );
  useEffect(() => {
    generation.current += 1;
    blocks.current = new Map();
    load(0);
  }, [load, version]);
  const need = useCallback(
    (from: number, to: number) => {
      for (let block = Math.floor(from / BLOCK); block * BLOCK <= to; block += 1) load(block);
    },
    [load],
  );
  const at = useCallback((index: number) => {
    const block = blocks.current.get(Math.floor(index / BLOCK));
    return block === 'asked' ? undefined : block?.[index % BLOCK];
  }, []);
  return { total, at, need };
}
