import { add, block, type Code, eq, get, go, goIf, int, not, set } from '../../wire/wasm.ts';

/** The locals of the function `lines`, its parameters first. */
export const NAMES = [
  'at',
  'end',
  'limit',
  'longest',
  'line',
  'state',
  'next',
  'depth',
  'after',
  'from',
  'member',
  'inValue',
  'answers',
  'idAt',
  'idLength',
  'methodAt',
  'methodLength',
  'out',
  'to',
  'rest',
] as const;
export type Name = (typeof NAMES)[number];

export const it = (name: Name): Code => get(name);
export const put = (name: Name, value: Code): Code => set(name, value);
export const move = (name: Name, by: number): Code => put(name, add(it(name), int(by)));
/** `when` as a block that is left: what is kept in `lines-wasm.ts` was made so. */
export const onlyIf = (condition: Code, ...body: readonly Code[]): Code =>
  block('skip', goIf('skip', not(condition)), ...body);

/** On to the next byte, in this state. */
export function onTo(state: number): readonly Code[] {
  return [put('state', int(state)), move('at', 1), go('bytes')];
}

/** In the outermost object, and in nothing inside it. */
export function isTop(): Code {
  return eq(it('depth'), int(1));
}
