import { describe, expect, it } from 'vitest';
import {
  add,
  block,
  type Func,
  get,
  give,
  go,
  goToNumber,
  int,
  long,
  longMul,
  moduleBytes,
  type Surroundings,
  set,
  setGlobal,
  toInt,
  toLong,
  when,
} from '../../../src/wire/wasm.ts';

describe('moduleBytes', () => {
  it('gives what a function leaves behind its body, or gives inside it', () => {
    const behind = run({ name: 'f', params: ['a'], body: [], result: add(get('a'), int(-65)) });
    const inside = run({ name: 'f', params: ['a'], body: [give(get('a'))] });
    expect([behind.call(66), inside.call(66)]).toEqual([1, 66]);
  });

  it('puts locals of all kinds behind the parameters, also beside functions without them', () => {
    const body = [set('x', longMul(toLong(get('a')), long(-(2n ** 40n)))), give(toInt(get('x')))];
    const some: Func = { name: 'f', params: ['a'], i32: ['b'], i64: ['x'], v128: ['v'], body };
    const none: Func = { name: 'g', params: [], body: [give(int(0))] };
    expect(run(some, none).call(3)).toBe(0);
    expect(run({ ...some, body: [set('b', int(5)), give(get('b'))] }, none).call(3)).toBe(5);
  });

  it('goes to the label of a number, the innermost of its name, else to the last', () => {
    const choice = goToNumber(get('a'), 'one', 'two');
    const inner = block('one', block('two', block('one', choice), give(int(1))), give(int(2)));
    const { call } = run({
      name: 'f',
      params: ['a'],
      body: [block('around', inner), give(int(3))],
    });
    expect([0, 1, 9].map(call)).toEqual([1, 2, 2]);
  });

  it('leaves from inside a condition', () => {
    const body = [block('out', when(get('a'), [go('out')], [give(int(7))])), give(int(8))];
    const { call } = run({ name: 'f', params: ['a'], body });
    expect([0, 1].map(call)).toEqual([7, 8]);
  });

  it('exports globals, and takes a shared memory', () => {
    const body = [setGlobal(1, get('a')), give(int(0))];
    const around = { host: 'x', sharedPages: 200, globals: ['left', 'right'] };
    const memory = new WebAssembly.Memory({ initial: 200, maximum: 200, shared: true });
    const { call, exports } = run({ name: 'f', params: ['a'], body }, undefined, around, memory);
    call(300);
    // They are exported as what they are.
    const values = ['left', 'right'].map((name) => (exports[name] as WebAssembly.Global).value);
    expect(values).toEqual([0, 300]);
  });

  it.each([get('b'), set('b', int(0)), go('b')])('refuses a name that is not there', (code) => {
    const func: Func = { name: 'f', params: ['a'], body: [block('c', code)] };
    expect(() => moduleBytes([func], { host: 'x' })).toThrow('there is no local or label b');
  });
});

function run(
  func: Func,
  other?: Func,
  around: Surroundings = { host: 'x' },
  memory = new WebAssembly.Memory({ initial: 1 }),
) {
  const module = new WebAssembly.Module(moduleBytes(other ? [func, other] : [func], around));
  const { exports } = new WebAssembly.Instance(module, { x: { memory } });
  // Every function here is `f`, of one number.
  const call = exports['f'] as (value: number) => number;
  return { exports, call: (value: number) => call(value) };
}
