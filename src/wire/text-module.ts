import { TEXT_TABLE } from './text-table.ts';
import { TEXT_WASM } from './text-wasm.ts';

/**
 * `text(at, end)`: passes over what stands for itself inside a JSON string, and over whole escapes, sixteen
 * bytes at a time.
 *
 * @returns the offset of the first byte that is neither, or `end`; negative (bit 31) when a byte from 0x80 was passed.
 */
export interface TextModule {
  /** Its memory; what is looked at goes there from `base` on. */
  readonly bytes: Uint8Array;
  readonly base: number;
  readonly text: (at: number, end: number) => number;
}

const PAGE = 64 * 1024;
/** The memory starts with `TEXT_TABLE`. */
const TABLE = TEXT_TABLE.length;

/**
 * @param room for so many bytes
 * @returns undefined where there is no WebAssembly, or none with vectors
 */
export function textModule(room: number): TextModule | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil((TABLE + room) / PAGE) });
    const compiled = new WebAssembly.Module(Buffer.from(TEXT_WASM, 'base64'));
    const { exports } = new WebAssembly.Instance(compiled, { host: { memory } });
    const bytes = new Uint8Array(memory.buffer);
    bytes.set(TEXT_TABLE);
    // What `textFunction` says it is.
    const text = exports['text'] as TextModule['text'];
    return { bytes, base: TABLE, text };
  } catch {
    return undefined;
  }
}
