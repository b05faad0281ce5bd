import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallRecorder } from '../../../../src/capture/proxy/call.ts';
import { HeaderFields } from '../../../../src/capture/proxy/header-fields.ts';
import type { TrafficLog } from '../../../../src/capture/proxy/log.ts';
import { Spool } from '../../../../src/capture/proxy/spool.ts';
import { createHttpMask } from '../../../../src/recording/mask-http.ts';
import { verifies } from '../../../support/verifies.ts';

const MIB = Buffer.alloc(1024 * 1024, 'a');

afterEach(() => {
  vi.restoreAllMocks();
});

describe('an exchange whose recording fails', () => {
  verifies('proxy:recording-fails');

  it('in a frame, keeps no file open', () => {
    const { call, open, told } = recorder();
    for (const _ of [1, 2, 3]) call.requestChunk(MIB);
    expect(open.size).toBe(1);
    call.requestEnd();
    expect(told).toEqual(['call 1 is not recorded to its end: no frame']);
    expect(open.size).toBe(0);
  });

  it('while a body comes, keeps no file open of either body', () => {
    const { call, open, told } = recorder();
    call.response(200, 'OK', []);
    for (const _ of [1, 2, 3]) call.requestChunk(MIB);
    for (const _ of [1, 2, 3]) call.responseChunk(MIB);
    expect(open.size).toBe(2);
    vi.spyOn(Spool.prototype, 'push').mockImplementation(() => {
      throw new Error('no room');
    });
    call.responseChunk(MIB);
    expect(told).toEqual(['call 1 is not recorded to its end: no room']);
    expect(open.size).toBe(0);
    call.closed('server', true);
    expect(told).toHaveLength(1);
  });

  it('at the first chunk that is spooled, keeps no file open', () => {
    const { call, open } = recorder();
    call.requestChunk(MIB);
    vi.spyOn(Spool.prototype, 'push').mockImplementation(function (this: Spool) {
      open.add(this);
      throw new Error('no room');
    });
    call.requestChunk(MIB);
    expect(open.size).toBe(0);
  });

  it.each([
    ['in an event', [gzipSync('data: {"id":1}\n\ndata: {"id":2}\n\n')]],
    ['in the event at its end', [gzipSync('data: {"id":1}\n')]],
    ['in the note that it is broken', [Buffer.from('no gzip at all')]],
  ])('while a packed stream is undone, %s, ends alone', async (_, chunks) => {
    const { call, told } = recorder();
    const fields = ['Content-Type', 'text/event-stream', 'Content-Encoding', 'gzip'];
    call.response(200, 'OK', new HeaderFields(createHttpMask()).of(fields));
    for (const chunk of chunks) call.responseChunk(chunk);
    call.closed('server', true);
    await vi.waitFor(() => expect(told).not.toEqual([]));
    expect(told).toEqual([expect.stringMatching(/^call 1 is not recorded to its end: no /)]);
  });
});

/** A recorder of a call, and the spools that it has filled and not closed. */
function recorder() {
  const open = new Set<Spool>();
  // oxlint-disable-next-line typescript/unbound-method -- each is called on a spool below
  const { push, close } = Spool.prototype;
  vi.spyOn(Spool.prototype, 'push').mockImplementation(function (this: Spool, chunk) {
    open.add(this);
    push.call(this, chunk);
  });
  vi.spyOn(Spool.prototype, 'close').mockImplementation(function (this: Spool) {
    open.delete(this);
    close.call(this);
  });
  const frame = () => {
    throw new Error('no frame');
  };
  const add = ({ type }: { type: string }) => {
    if (type === 'note') throw new Error('no note');
  };
  const looks = { now: () => 0, later: (look: () => void) => look() };
  const log = { ...looks, add, http() {}, frame, body: frame };
  const mask = createHttpMask();
  const told: string[] = [];
  const call = new CallRecorder(
    {
      // Only what the recorder of a call uses.
      log: log as unknown as TrafficLog,
      mask,
      origin: '',
      tell: (line) => told.push(line),
    },
    1,
  );
  call.request('POST', '/mcp', new HeaderFields(mask).of(['Content-Type', 'application/json']));
  return { call, open, told };
}
