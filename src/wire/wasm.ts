/**
 * WebAssembly as we write it: instructions by name, blocks by label. It knows what our modules need and no more
 * (https://webassembly.github.io/spec/core/binary/).
 */

/** Adds the bytes of some instructions, given the labels of the blocks around them, the innermost first. */
export type Code = (bytes: number[], labels: readonly string[]) => void;

/** A function of 32-bit integers that gives one back. */
export interface WasmFunction {
  readonly name: string;
  readonly parameters: number;
  /** Further locals: integers first, then vectors. */
  readonly integers: number;
  readonly vectors: number;
  readonly body: readonly Code[];
}

const I32 = 0x7f;
const V128 = 0x7b;
const VOID = 0x40;
const END = 0x0b;
const SIMD = 0xfd;
const VERSION = [1, 0, 0, 0];

/** A module of these functions, all of them exported, on a memory that is given to it as `host.memory`. */
export function moduleBytes(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [
    0x60,
    ...counted(Array(parameters).fill(I32)),
    1,
    I32,
  ]);
  return Uint8Array.from([
    0x00,
    ...text('asm'),
    ...VERSION,
    ...section(1, types),
    ...section(2, [[...named('host'), ...named('memory'), 0x02, 0x00, 0x01]]),
    ...section(
      3,
      functions.map((_, index) => [index]),
    ),
    ...section(
      7,
      functions.map(({ name }, index) => [...named(name), 0x00, index]),
    ),
    ...section(10, functions.map(bodyOf)),
  ]);
}

function bodyOf({ integers, vectors, body }: WasmFunction): number[] {
  const locals = [
    [integers, I32],
    [vectors, V128],
  ];
  const bytes = vector(locals);
  sequence(body)(bytes, []);
  return counted([...bytes, END]);
}

/** Leaves with `br` to its end. */
export function block(label: string, ...body: readonly Code[]): Code {
  return nested(0x02, label, body);
}

/** Goes round with `br` to its start; falls out at its end. */
export function loop(label: string, ...body: readonly Code[]): Code {
  return nested(0x03, label, body);
}

export function br(label: string): Code {
  return (bytes, labels) => void bytes.push(0x0c, labels.indexOf(label));
}

/** When the condition is not zero. */
export function brIf(label: string, condition: Code): Code {
  return (bytes, labels) => {
    condition(bytes, labels);
    bytes.push(0x0d, labels.indexOf(label));
  };
}

/** Goes to the label of this number, or to the last one. */
export function brTable(index: Code, ...to: readonly string[]): Code {
  return (bytes, labels) => {
    index(bytes, labels);
    bytes.push(0x0e, to.length - 1, ...to.map((label) => labels.indexOf(label)));
  };
}

export function giveBack(value: Code): Code {
  return sequence([value, plain(0x0f)]);
}

export function get(local: number): Code {
  return plain(0x20, local);
}

export function set(local: number, value: Code): Code {
  return sequence([value, plain(0x21, local)]);
}

export function int(value: number): Code {
  return plain(0x41, ...signed(value));
}

/** The byte at an address. */
export function byteAt(address: Code): Code {
  return sequence([address, plain(0x2d, 0, 0)]);
}

/** Two or four bytes at an address, the lowest first. */
export function pairAt(address: Code): Code {
  return sequence([address, plain(0x2f, 0, 0)]);
}

export function intAt(address: Code): Code {
  return sequence([address, plain(0x28, 0, 0)]);
}

export function setByte(address: Code, value: Code): Code {
  return sequence([address, value, plain(0x3a, 0, 0)]);
}

export function setInt(address: Code, value: Code): Code {
  return sequence([address, value, plain(0x36, 0, 0)]);
}

export function copy(to: Code, from: Code, length: Code): Code {
  return sequence([to, from, length, plain(0xfc, 0x0a, 0, 0)]);
}

/** The function of this number in the module. */
export function call(index: number, ...args: readonly Code[]): Code {
  return sequence([...args, plain(0x10, index)]);
}

/** The sixteen bytes from an address on. */
export function vectorAt(address: Code): Code {
  return sequence([address, plain(SIMD, 0x00, 0, 0)]);
}

/** Sixteen times this byte. */
export function all(byte: number): Code {
  return plain(SIMD, 0x0c, ...Array(16).fill(byte));
}

/** Of each byte the highest bit, in one integer. */
export function bitmask(value: Code): Code {
  return sequence([value, plain(SIMD, 0x64)]);
}

const unary = (...code: number[]) => {
  return (value: Code): Code => sequence([value, plain(...code)]);
};
const binary = (...code: number[]) => {
  return (left: Code, right: Code): Code => sequence([left, right, plain(...code)]);
};

export const isZero = unary(0x45);
export const trailingZeros = unary(0x68);
export const isEqual = binary(0x46);
export const isOther = binary(0x47);
export const isLess = binary(0x49);
export const isNotLess = binary(0x4f);
export const add = binary(0x6a);
export const subtract = binary(0x6b);
export const divide = binary(0x6e);
export const remainder = binary(0x70);
export const and = binary(0x71);
export const or = binary(0x72);
export const shiftLeft = binary(0x74);
/** Byte by byte: all ones where it is so. */
export const bytesEqual = binary(SIMD, 0x23);
export const bytesLess = binary(SIMD, 0x26);
export const bytesOr = binary(SIMD, 0x50);

function nested(start: number, label: string, body: readonly Code[]): Code {
  return (bytes, labels) => {
    const inner = [label, ...labels];
    bytes.push(start, VOID);
    for (const code of body) code(bytes, inner);
    bytes.push(END);
  };
}

/** One after the other. */
export function sequence(parts: readonly Code[]): Code {
  return (bytes, labels) => {
    for (const part of parts) part(bytes, labels);
  };
}

function plain(...code: readonly number[]): Code {
  return (bytes) => void bytes.push(...code);
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

function named(name: string): number[] {
  return counted(text(name));
}

function text(name: string): number[] {
  return [...Buffer.from(name, 'latin1')];
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  const low = value & 0x7f;
  const rest = value >> 7;
  const isLast = (rest === 0 && low < 0x40) || (rest === -1 && low >= 0x40);
  return isLast ? [low] : [low | 0x80, ...signed(rest)];
}
