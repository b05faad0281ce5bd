/**
 * WebAssembly as we write it: instructions, locals and labels by name. It knows what our modules need and no
 * more: 32-bit numbers, a few 64-bit ones, 16 bytes at a time
 * (https://webassembly.github.io/spec/core/binary/).
 */

/** Adds the bytes of some instructions, given what is around them. */
export type Code = (bytes: number[], scope: Scope) => void;

interface Scope {
  readonly locals: readonly string[];
  /** Innermost first. */
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
  /** What it gives behind its body; without it, the body never gets there. */
  readonly result?: Code;
}

/** What is around the functions of a module. */
export interface Surroundings {
  /** Who gives the memory: it is imported as `memory` of this name. */
  readonly host: string;
  /** The memory is shared, and has so many pages of 64 KiB; else it is not, and has one or more. */
  readonly sharedPages?: number;
  /** 32-bit numbers that start at 0, exported as the functions are. */
  readonly globals?: readonly string[];
}

/** `\0asm`, and version 1. */
const MAGIC = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const I32 = 0x7f;
const KINDS = [
  ['i32', I32],
  ['i64', 0x7e],
  ['v128', 0x7b],
] as const;
const VOID = 0x40;
const END = 0x0b;
const UNREACHABLE = 0x00;
const SIMD = 0xfd;

/** The bytes of a module of these functions, all of them exported. */
export function moduleBytes(
  funcs: readonly Func[],
  { host, sharedPages, globals = [] }: Surroundings,
): Uint8Array<ArrayBuffer> {
  const types = funcs.map(({ params }) => [0x60, ...vector(params.map(() => [I32])), 1, I32]);
  const size =
    sharedPages === undefined ? [0, 1] : [3, ...unsigned(sharedPages), ...unsigned(sharedPages)];
  const exported = [
    ...funcs.map(({ name }, index) => [...text(name), 0, ...unsigned(index)]),
    ...globals.map((name, index) => [...text(name), 3, ...unsigned(index)]),
  ];
  const indexes = funcs.map((_, index) => unsigned(index));
  const zeroes = globals.map(() => [I32, 1, 0x41, 0, END]);
  return Uint8Array.from([
    ...MAGIC,
    ...section(1, types),
    ...section(2, [[...text(host), ...text('memory'), 2, ...size]]),
    ...section(3, indexes),
    ...(globals.length === 0 ? [] : section(6, zeroes)),
    ...section(7, exported),
    ...section(10, bodiesOf(funcs)),
  ]);
}

/** Each says how many locals it has of every kind that the module has, be it none. */
function bodiesOf(funcs: readonly Func[]): number[][] {
  const kinds = KINDS.filter(([kind]) => funcs.some((func) => func[kind] !== undefined));
  return funcs.map((func) => {
    const { params, i32 = [], i64 = [], v128 = [], body, result = plain(UNREACHABLE) } = func;
    const bytes = vector(kinds.map(([kind, code]) => [...unsigned(func[kind]?.length ?? 0), code]));
    sequence([...body, result])(bytes, {
      locals: [...params, ...i32, ...i64, ...v128],
      labels: [],
    });
    return counted([...bytes, END]);
  });
}

/** The value of a local. */
export function get(name: string): Code {
  return (bytes, { locals }) => void bytes.push(0x20, ...unsigned(placeOf(locals, name)));
}

export function set(name: string, value: Code): Code {
  return (bytes, scope) => {
    value(bytes, scope);
    bytes.push(0x21, ...unsigned(placeOf(scope.locals, name)));
  };
}

export function int(value: number): Code {
  return plain(0x41, ...signed(BigInt(value | 0)));
}

export function long(value: bigint): Code {
  return plain(0x42, ...signed(BigInt.asIntN(64, value)));
}

/** Sixteen times this byte. */
export function all(byte: number): Code {
  return plain(SIMD, 0x0c, ...Array(16).fill(byte));
}

/** A global by its place in the list. */
export function getGlobal(index: number): Code {
  return plain(0x23, ...unsigned(index));
}

export function setGlobal(index: number, value: Code): Code {
  return sequence([value, plain(0x24, ...unsigned(index))]);
}

/** Calls a function by its place in the list. */
export function call(index: number, ...args: readonly Code[]): Code {
  return sequence([...args, plain(0x10, ...unsigned(index))]);
}

/** `go` to this label leaves it. */
export function block(label: string, ...body: readonly Code[]): Code {
  return nested(0x02, label, body);
}

/** `go` to this label is back at its start; it ends where its body ends. */
export function loop(label: string, ...body: readonly Code[]): Code {
  return nested(0x03, label, body);
}

/** Leaves a block, or starts a loop again. */
export function go(label: string): Code {
  return (bytes, { labels }) => void bytes.push(0x0c, ...unsigned(placeOf(labels, label)));
}

export function goIf(label: string, condition: Code): Code {
  return (bytes, scope) => {
    condition(bytes, scope);
    bytes.push(0x0d, ...unsigned(placeOf(scope.labels, label)));
  };
}

/** Goes to the label of this number, or to the last one. */
export function goToNumber(number: Code, ...to: readonly string[]): Code {
  return (bytes, scope) => {
    number(bytes, scope);
    const places = to.flatMap((label) => unsigned(placeOf(scope.labels, label)));
    bytes.push(0x0e, ...unsigned(to.length - 1), ...places);
  };
}

export function when(condition: Code, then: readonly Code[], otherwise?: readonly Code[]): Code {
  const rest = otherwise ? [plain(0x05), ...otherwise] : [];
  return sequence([condition, nested(0x04, '', [...then, ...rest])]);
}

export function give(value: Code): Code {
  return sequence([value, plain(0x0f)]);
}

/** One after the other. */
export function sequence(parts: readonly Code[]): Code {
  return (bytes, scope) => {
    for (const part of parts) part(bytes, scope);
  };
}

export const add: Binary = binary(0x6a);
export const sub: Binary = binary(0x6b);
export const mul: Binary = binary(0x6c);
export const and: Binary = binary(0x71);
export const or: Binary = binary(0x72);
export const xor: Binary = binary(0x73);
export const shl: Binary = binary(0x74);
export const eq: Binary = binary(0x46);
export const ne: Binary = binary(0x47);
/** Unsigned, as are the next ones. */
export const less: Binary = binary(0x49);
export const more: Binary = binary(0x4b);
export const atMost: Binary = binary(0x4d);
export const atLeast: Binary = binary(0x4f);
export const div: Binary = binary(0x6e);
export const rem: Binary = binary(0x70);
export const shr: Binary = binary(0x76);
export const longAdd: Binary = binary(0x7c);
export const longMul: Binary = binary(0x7e);
export const longAnd: Binary = binary(0x83);
export const longShr: Binary = binary(0x88);
export const longEq: Binary = binary(0x51);
export const longNe: Binary = binary(0x52);
export const longXor: Binary = binary(0x85);
/** Byte by byte: all ones where it is so. */
export const bytesEq: Binary = binary(SIMD, 0x23);
export const bytesLess: Binary = binary(SIMD, 0x26);
/** The lesser of each two of sixteen bytes. */
export const bytesMin: Binary = binary(SIMD, 0x77);
export const bytesSub: Binary = binary(SIMD, 0x71);
export const bytesAnd: Binary = binary(SIMD, 0x4e);
export const bytesOr: Binary = binary(SIMD, 0x50);
export const not: Unary = unary(0x45);
/** How many zero bits are at the low end. */
export const zeros: Unary = unary(0x68);
/** How many zero bits are at the high end. */
export const highZeros: Unary = unary(0x67);
export const toLong: Unary = unary(0xad);
export const toInt: Unary = unary(0xa7);
export const toDouble: Unary = unary(0xba);
/** One byte sixteen times. */
export const splat: Unary = unary(SIMD, 0x0f);
/** Is any of sixteen bytes not zero? */
export const anyTrue: Unary = unary(SIMD, 0x53);
/** The top bits of sixteen bytes, as a number. */
export const topBits: Unary = unary(SIMD, 0x64);

/** Reading memory, the lowest byte first: at an address, and so many bytes behind it. */
export const byteAt: Load = load(0x2d);
export const shortAt: Load = load(0x2f);
export const intAt: Load = load(0x28);
export const longAt: Load = load(0x29);
export const bytesAt: Load = load(SIMD, 0x00);
export const putByte: Store = store(0x3a);
export const putInt: Store = store(0x36);
export const putLong: Store = store(0x37);
export const putDouble: Store = store(0x39);

export function copy(to: Code, from: Code, length: Code): Code {
  return sequence([to, from, length, plain(0xfc, 0x0a, 0, 0)]);
}

type Unary = (value: Code) => Code;
type Binary = (one: Code, other: Code) => Code;
type Load = (address: Code, offset?: number) => Code;
type Store = (address: Code, value: Code, offset?: number) => Code;

function unary(...opcode: readonly number[]): Unary {
  return (value) => sequence([value, plain(...opcode)]);
}

function binary(...opcode: readonly number[]): Binary {
  return (one, other) => sequence([one, other, plain(...opcode)]);
}

function load(...opcode: readonly number[]): Load {
  return (address, offset = 0) => sequence([address, plain(...opcode, 0, ...unsigned(offset))]);
}

function store(...opcode: readonly number[]): Store {
  return (address, value, offset = 0) =>
    sequence([address, value, plain(...opcode, 0, ...unsigned(offset))]);
}

function nested(opcode: number, label: string, body: readonly Code[]): Code {
  return (bytes, { locals, labels }) => {
    bytes.push(opcode, VOID);
    sequence(body)(bytes, { locals, labels: [label, ...labels] });
    bytes.push(END);
  };
}

function plain(...code: readonly number[]): Code {
  return (bytes) => void bytes.push(...code);
}

function placeOf(names: readonly string[], name: string): number {
  const place = names.indexOf(name);
  if (place < 0) throw new Error(`there is no local or label ${name}`);
  return place;
}

function section(id: number, items: readonly (readonly number[])[]): number[] {
  return [id, ...counted(vector(items))];
}

function counted(bytes: readonly number[]): number[] {
  return [...unsigned(bytes.length), ...bytes];
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function text(value: string): number[] {
  return counted([...Buffer.from(value)]);
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
