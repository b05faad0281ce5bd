import { useEffect } from 'preact/hooks';

/** Every key that does something, for the table of help. */
export const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['↓ or j, ↑ or k', 'next and previous entry'],
  ['PgDn, PgUp', 'twenty entries on and back'],
  ['Home, End', 'first and last entry'],
  ['p', 'the other end of the exchange'],
  ['1, 2, 3', 'annotated, as on the wire, as the model gets it'],
  ['/', 'search'],
  ['e', 'trouble only'],
  ['f, c, d, l', 'findings, cost, differences, entries'],
  ['?', 'this help'],
  ['Esc', 'back to the entries'],
];

/** Calls back with the name of each key that is not typed into a field. `true`: it was of use. */
export function useKeys(onKey: (key: string) => boolean): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isField =
        event.target instanceof HTMLElement && event.target.matches('select, input[type=search]');
      if (isField && event.key !== 'Escape') return;
      if (onKey(event.key)) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [onKey]);
}
