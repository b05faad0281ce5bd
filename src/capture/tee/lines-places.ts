/** Where things stand in the memory of the module; `TEXT_TABLE` is at 0 (`text-function.ts`). */
export const PLACE = {
  table: 256,
  stack: 256 + 64 * 256,
  /** Integers: where the next entry goes, where no more fits, and its place in the recording. */
  out: 18_000,
  outEnd: 18_004,
  seq: 18_008,
  /** Texts, each with its length, an integer, in front. */
  start: 18_064,
  middle: 18_128,
  method: 18_320,
  id: 18_352,
  message: 18_384,
  free: 18_432,
} as const;
