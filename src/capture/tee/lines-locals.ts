import {
  add,
  block,
  br,
  brIf,
  type Code,
  get,
  int,
  isEqual,
  isZero,
  set,
} from '../../wire/wasm.ts';

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

export const it = (name: Name): Code => get(NAMES.indexOf(name));
export const put = (name: Name, value: Code): Code => set(NAMES.indexOf(name), value);
export const move = (name: Name, by: number): Code => put(name, add(it(name), int(by)));
export const when = (condition: Code, ...body: readonly Code[]): Code =>
  block('skip', brIf('skip', isZero(condition)), ...body);

/** On to the next byte, in this state. */
export function onTo(state: number): readonly Code[] {
  return [put('state', int(state)), move('at', 1), br('bytes')];
}

/** In the outermost object, and in nothing inside it. */
export function isTop(): Code {
  return isEqual(it('depth'), int(1));
}
