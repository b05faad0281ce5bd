/**
 * WebAssembly as we write it: instructions by name, blocks by label. It knows what `text-module.ts` needs
 * and no more (https://webassembly.github.io/spec/core/binary/).
 */

/** Bytes of some instructions, given the labels of the blocks around them, the innermost first. */
export type Code = (labels: readonly string[]) => readonly number[];

/** One function of 32-bit integers, `name`, and its memory, which is given as `host.memory`. */
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

export function moduleBytes(it: WasmFunction): Uint8Array<ArrayBuffer> {
  const locals = [
    [it.integers, I32],
    [it.vectors, V128],
  ];
  const body = [...vector(locals.map((group) => group.flat())), ...sequence(it.body)([]), END];
  return Uint8Array.from([
    0x00,
    ...text('asm'),
    1,
    0,
    0,
    0,
    ...section(1, [0x60, ...counted(Array(it.parameters).fill(I32)), 1, I32]),
    ...section(2, [...named('host'), ...named('memory'), 0x02, 0x00, 0x01]),
    ...section(3, [0]),
    ...section(7, [...named(it.name), 0x00, 0]),
    ...section(10, counted(body)),
  ]);
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
  return (labels) => [0x0c, labels.indexOf(label)];
}

/** When the condition is not zero. */
export function brIf(label: string, condition: Code): Code {
  return (labels) => [...condition(labels), 0x0d, labels.indexOf(label)];
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
export const and = binary(0x71);
export const or = binary(0x72);
export const shiftLeft = binary(0x74);
/** Byte by byte: all ones where it is so. */
export const bytesEqual = binary(SIMD, 0x23);
export const bytesLess = binary(SIMD, 0x26);
export const bytesOr = binary(SIMD, 0x50);

function nested(start: number, label: string, body: readonly Code[]): Code {
  return (labels) => [start, VOID, ...sequence(body)([label, ...labels]), END];
}

function sequence(parts: readonly Code[]): Code {
  return (labels) => parts.flatMap((part) => part(labels));
}

function plain(...bytes: readonly number[]): Code {
  return () => bytes;
}

function section(id: number, only: readonly number[]): number[] {
  return [id, ...counted([1, ...only])];
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
