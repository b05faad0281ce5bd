/**
 * SHA-256 of a text in UTF-8, in hex (FIPS 180-4). For a few short texts: to load `node:crypto` takes two
 * milliseconds, for which a host that starts a server would wait.
 */
export function sha256(text: string): string {
  const bytes = padded(Buffer.from(text));
  const state = new Int32Array(START);
  const words = new Int32Array(64);
  for (let at = 0; at < bytes.length; at += 64) {
    for (let index = 0; index < 16; index += 1) words[index] = bytes.readInt32BE(at + index * 4);
    spread(words);
    mix(state, words);
  }
  let hex = '';
  for (const word of state) hex += (word >>> 0).toString(16).padStart(8, '0');
  return hex;
}

/** The bytes, a bit, zeros, and the length in bits at the end of a block. */
function padded(bytes: Buffer): Buffer {
  const all = Buffer.alloc(Math.ceil((bytes.length + 9) / 64) * 64);
  bytes.copy(all);
  all[bytes.length] = 0x80;
  all.writeUInt32BE(bytes.length * 8, all.length - 4);
  return all;
}

/** The words of a block, from the 17th on made of those before. */
function spread(words: Int32Array): void {
  for (let index = 16; index < 64; index += 1) {
    const far = words[index - 15] ?? 0;
    const near = words[index - 2] ?? 0;
    const small = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    const large = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    words[index] = (words[index - 16] ?? 0) + small + (words[index - 7] ?? 0) + large;
  }
}

function mix(state: Int32Array, words: Int32Array): void {
  // Eight words in a ring: each round writes two of them, and all move one place on.
  const ring = new Int32Array(state);
  const at = (place: number) => ring[place & 7] ?? 0;
  for (let round = 0; round < 64; round += 1) {
    const a = at(-round);
    const e = at(4 - round);
    const one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const choice = (e & at(5 - round)) ^ (~e & at(6 - round));
    const first = at(7 - round) + one + choice + (ROUND[round] ?? 0) + (words[round] ?? 0);
    const other = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const most = (a & at(1 - round)) ^ (a & at(2 - round)) ^ (at(1 - round) & at(2 - round));
    ring[(3 - round) & 7] = at(3 - round) + first;
    ring[(7 - round) & 7] = first + other + most;
  }
  for (let place = 0; place < 8; place += 1) state[place] = (state[place] ?? 0) + at(place);
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits behind the point of the square roots of the first primes, and of the cube roots. */
const START = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);
const ROUND = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
);
