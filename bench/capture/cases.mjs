import { quick } from '../support/results.mjs';

const MIB = 1024 * 1024;
const requests = (whole, few) => (quick ? few : whole);

/** What stands between host and server (programs.mjs). */
export const DIRECT = 'direct';
export const CAT = 'cat both ways';
export const TEE = 'bash tee both ways';
export const RELAY = 'C relay';
export const RECORDER = 'C recorder';
/** What the others that Node starts have in place of pipes. */
export const SOCKETS = 'C recorder on sockets';
export const PIPE = 'plain Node pipe';
/** What Node takes at least that reads into one buffer and writes to a file. */
export const COPY = 'Node that copies';
export const SADAP = 'sadap tee';

const all = [DIRECT, CAT, TEE, RELAY, RECORDER, PIPE, SADAP];

/**
 * What the host asks for, and through what. `server`: `echo` answers at once, `noisy` writes much on standard error
 * before, `sdk` is one on the official SDK;
 * `peers`: other recorders are measured with it, so it is short.
 */
export const CASES = {
  one: {
    title: '1 in flight, 200 B',
    requests: requests(20_000, 3_000),
    inFlight: 1,
    bytes: 200,
    through: all,
  },
  longer: {
    title: '1 in flight, 200 B, three times as many',
    requests: requests(60_000, 3_000),
    inFlight: 1,
    bytes: 200,
    through: [SADAP],
  },
  many: {
    title: '64 in flight, 200 B',
    requests: requests(100_000, 20_000),
    inFlight: 64,
    bytes: 200,
    through: [...all, SOCKETS, COPY],
  },
  mib: {
    title: '1 MiB answers, 4 in flight',
    requests: requests(300, 60),
    inFlight: 4,
    bytes: MIB,
    through: all,
  },
  long: {
    title: '20 MiB answers',
    requests: requests(10, 3),
    inFlight: 1,
    bytes: 20 * MIB,
    through: [DIRECT, TEE, RELAY, RECORDER, COPY, SADAP],
  },
  longest: {
    title: 'one line of 200 MiB',
    requests: 1,
    inFlight: 1,
    bytes: 200 * MIB,
    through: [DIRECT, TEE, RELAY, RECORDER, COPY, SADAP],
  },
  errors: {
    title: 'after 400,000 lines on standard error',
    server: 'noisy',
    requests: requests(100, 10),
    inFlight: 1,
    bytes: 200,
    through: [SADAP],
  },
  first: {
    title: 'start to first answer',
    requests: 0,
    inFlight: 1,
    bytes: 200,
    through: [DIRECT, RELAY, PIPE, SADAP],
    peers: true,
  },
  sdkFirst: {
    title: 'SDK server, start to first answer',
    server: 'sdk',
    requests: 0,
    inFlight: 1,
    bytes: 200,
    through: [DIRECT, PIPE, SADAP],
  },
  sdkMany: {
    title: 'SDK server, 64 in flight, 200 B',
    server: 'sdk',
    requests: requests(20_000, 3_000),
    inFlight: 64,
    bytes: 200,
    through: [DIRECT, RELAY, PIPE, SADAP],
  },
  sdkMib: {
    title: 'SDK server, 1 MiB answers, 4 in flight',
    server: 'sdk',
    requests: requests(60, 10),
    inFlight: 4,
    bytes: MIB,
    through: [DIRECT, RELAY, PIPE, SADAP],
  },
  peerOne: {
    title: 'beside other recorders: 1 in flight, 200 B',
    requests: requests(3_000, 1_000),
    inFlight: 1,
    bytes: 200,
    through: [SADAP],
    peers: true,
  },
  peerMany: {
    title: 'beside other recorders: 64 in flight, 200 B',
    requests: requests(20_000, 5_000),
    inFlight: 64,
    bytes: 200,
    through: [SADAP],
    peers: true,
  },
  peerMib: {
    title: 'beside other recorders: 1 MiB answers, 4 in flight',
    requests: requests(60, 10),
    inFlight: 4,
    bytes: MIB,
    through: [SADAP],
    peers: true,
  },
};
