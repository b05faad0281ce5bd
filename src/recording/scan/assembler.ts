/**
 * Just enough of WebAssembly (core specification 2.0, "Binary format") to write the scan of recordings
 * in: 32-bit numbers, a few 64-bit ones, 16 bytes at a time. An instruction is a function that gives its
 * bytes, once it is known which locals and labels are around it.
 */
export type Code = (scope: Scope) => readonly number[];

interface Scope {
  readonly locals: readonly string[];
  /** Innermost last. */
  readonly labels: readonly string[];
}

/** A function of the module: takes 32-bit numbers, returns one. */
export interface Func {
  readonly name: string;
  readonly params: readonly string[];
  /** Further 32-bit locals, and those of 64 bits and of 16 bytes. */
  readonly i32?: readonly string[];
  readonly i64?: readonly string[];
  readonly v128?: readonly string[];
  readonly body: readonly Code[];
}

/** `\0asm`, and version 1. */
const MAGIC = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const I32 = 0x7f;
const I64 = 0x7e;
const V128 = 0x7b;

/**
 * The bytes of a module that imports a shared memory as `env.memory`, and exports its functions and
 * globals. Globals are 32-bit numbers that start at 0.
 *
 * @param pages most pages of 64 KiB that the memory may have
 */
export function moduleBytes(
  funcs: readonly Func[],
  globals: readonly string[],
  pages: number,
): Uint8Array<ArrayBuffer> {
  const types = funcs.map(({ params }) => [0x60, ...vector(params.map(() => [I32])), 1, I32]);
  const memory = [...text('env'), ...text('memory'), 2, 3, ...unsigned(pages), ...unsigned(pages)];
  const exported = [
    ...funcs.map(({ name }, index) => [...text(name), 0, ...unsigned(index)]),
    ...globals.map((name, index) => [...text(name), 3, ...unsigned(index)]),
  ];
  const bodies = funcs.map((func) => {
    const bytes = bodyOf(func);
    return [...unsigned(bytes.length), ...bytes];
  });
  return new Uint8Array([
    ...MAGIC,
    ...section(1, types),
    ...section(2, [memory]),
    ...section(
      3,
      funcs.map((_, index) => unsigned(index)),
    ),
    ...section(
      6,
      globals.map(() => [I32, 1, 0x41, 0, END]),
    ),
    ...section(7, exported),
    ...section(10, bodies),
  ]);
}

/** The value of a local. */
export function get(name: string): Code {
  return ({ locals }) => [0x20, ...unsigned(indexOf(locals, name))];
}

export function set(name: string, value: Code): Code {
  return (scope) => [...value(scope), 0x21, ...unsigned(indexOf(scope.locals, name))];
}

export function int(value: number): Code {
  return () => [0x41, ...signed(BigInt(value | 0))];
}

export function long(value: bigint): Code {
  return () => [0x42, ...signed(BigInt.asIntN(64, value))];
}

/** A global by its place in the list. */
export function getGlobal(index: number): Code {
  return () => [0x23, ...unsigned(index)];
}

export function setGlobal(index: number, value: Code): Code {
  return (scope) => [...value(scope), 0x24, ...unsigned(index)];
}

/** Calls a function by its place in the list. */
export function call(index: number, ...args: readonly Code[]): Code {
  return (scope) => [...args.flatMap((each) => each(scope)), 0x10, ...unsigned(index)];
}

/** `break` of this label goes behind it. */
export function block(label: string, ...body: readonly Code[]): Code {
  return nested(0x02, label, body);
}

/** `repeat` of this label goes back to its start; it ends where its body ends. */
export function loop(label: string, ...body: readonly Code[]): Code {
  return nested(0x03, label, body);
}

/** Leaves a block, or starts a loop again. */
export function go(label: string): Code {
  return ({ labels }) => [0x0c, ...unsigned(depthOf(labels, label))];
}

export function goIf(label: string, condition: Code): Code {
  return (scope) => [...condition(scope), 0x0d, ...unsigned(depthOf(scope.labels, label))];
}

export function when(condition: Code, then: readonly Code[], otherwise?: readonly Code[]): Code {
  return (scope) => {
    const inner = { ...scope, labels: [...scope.labels, ''] };
    const rest = otherwise ? [0x05, ...otherwise.flatMap((each) => each(inner))] : [];
    return [...condition(scope), 0x04, 0x40, ...then.flatMap((each) => each(inner)), ...rest, END];
  };
}

export function give(value: Code): Code {
  return (scope) => [...value(scope), 0x0f];
}

export const add: Binary = binary(0x6a);
export const sub: Binary = binary(0x6b);
export const and: Binary = binary(0x71);
export const or: Binary = binary(0x72);
export const shl: Binary = binary(0x74);
export const shr: Binary = binary(0x76);
export const eq: Binary = binary(0x46);
export const ne: Binary = binary(0x47);
/** Unsigned, as are the next ones. */
export const more: Binary = binary(0x4b);
export const atMost: Binary = binary(0x4d);
export const atLeast: Binary = binary(0x4f);
export const longAdd: Binary = binary(0x7c);
export const longMul: Binary = binary(0x7e);
export const longAnd: Binary = binary(0x83);
export const longShr: Binary = binary(0x88);
export const longEq: Binary = binary(0x51);
export const longNe: Binary = binary(0x52);
export const longXor: Binary = binary(0x85);
export const bytesEq: Binary = binary(0xfd, 0x23);
/** The lesser of each two of sixteen bytes. */
export const bytesMin: Binary = binary(0xfd, 0x77);
export const bytesAnd: Binary = binary(0xfd, 0x4e);
export const bytesOr: Binary = binary(0xfd, 0x50);
export const not: Unary = unary(0x45);
/** How many zero bits are at the low end. */
export const zeros: Unary = unary(0x68);
export const toLong: Unary = unary(0xad);
export const toInt: Unary = unary(0xa7);
export const toDouble: Unary = unary(0xba);
/** One byte sixteen times. */
export const splat: Unary = unary(0xfd, 0x0f);
/** The top bits of sixteen bytes, as a number. */
export const topBits: Unary = unary(0xfd, 0x64);

/** Reading memory: at an address, and so many bytes behind it. */
export const byteAt: Load = load(0x2d);
export const shortAt: Load = load(0x2f);
export const intAt: Load = load(0x28);
export const longAt: Load = load(0x29);
export const bytesAt: Load = load(0xfd, 0x00);
export const putByte: Store = store(0x3a);
export const putInt: Store = store(0x36);
export const putLong: Store = store(0x37);
export const putDouble: Store = store(0x39);

type Unary = (value: Code) => Code;
type Binary = (one: Code, other: Code) => Code;
type Load = (address: Code, offset?: number) => Code;
type Store = (address: Code, value: Code, offset?: number) => Code;

const END = 0x0b;

function unary(...opcode: readonly number[]): Unary {
  return (value) => (scope) => [...value(scope), ...opcode];
}

function binary(...opcode: readonly number[]): Binary {
  return (one, other) => (scope) => [...one(scope), ...other(scope), ...opcode];
}

function load(...opcode: readonly number[]): Load {
  return (address, offset = 0) =>
    (scope) => [...address(scope), ...opcode, 0, ...unsigned(offset)];
}

function store(...opcode: readonly number[]): Store {
  return (address, value, offset = 0) =>
    (scope) => [...address(scope), ...value(scope), ...opcode, 0, ...unsigned(offset)];
}

function nested(opcode: number, label: string, body: readonly Code[]): Code {
  return (scope) => {
    const inner = { ...scope, labels: [...scope.labels, label] };
    return [opcode, 0x40, ...body.flatMap((each) => each(inner)), END];
  };
}

function bodyOf(func: Func): number[] {
  const { params, i32 = [], i64 = [], v128 = [], body } = func;
  const locals = [...params, ...i32, ...i64, ...v128];
  const declared = vector([
    [...unsigned(i32.length), I32],
    [...unsigned(i64.length), I64],
    [...unsigned(v128.length), V128],
  ]);
  const code = body.flatMap((each) => each({ locals, labels: [] }));
  // What comes here never comes: every function ends by giving a value.
  return [...declared, ...code, 0x00, END];
}

function indexOf(names: readonly string[], name: string): number {
  const index = names.indexOf(name);
  if (index < 0) throw new Error(`there is no local ${name}`);
  return index;
}

function depthOf(labels: readonly string[], label: string): number {
  const place = labels.lastIndexOf(label);
  if (place < 0) throw new Error(`there is no label ${label}`);
  return labels.length - 1 - place;
}

function section(id: number, items: readonly (readonly number[])[]): number[] {
  const bytes = vector(items);
  return [id, ...unsigned(bytes.length), ...bytes];
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function text(value: string): number[] {
  const bytes = [...Buffer.from(value)];
  return [...unsigned(bytes.length), ...bytes];
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: bigint): number[] {
  const low = Number(value & 0x7fn);
  const rest = value >> 7n;
  const isLast = (rest === 0n && (low & 0x40) === 0) || (rest === -1n && (low & 0x40) !== 0);
  return isLast ? [low] : [low | 0x80, ...signed(rest)];
}
