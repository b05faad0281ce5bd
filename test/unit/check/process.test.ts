import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { call, failure, findingsBy, findingsOf, request, rulesOf, text } from './support.ts';

describe('a server that never answers because it is gone', () => {
  verifies('check-died-early');

  it('is one finding: the request, the exit and its last words', () => {
    const talk = conversation()
      .event({ event: 'started' }, { at: 0 })
      .client(request(0, 'initialize'), { at: 10 })
      .stderr('Traceback (most recent call last):', { at: 40 })
      .stderr("ModuleNotFoundError: No module named 'widget'", { at: 41 })
      .event({ event: 'exit', code: 3, signal: null }, { at: 51 })
      .end({ at: 52, closedBy: 'server', exit: { code: 3, signal: null } });
    expect(findingsOf(talk)).toEqual([
      'problem process/died-before-handshake: initialize (id 0) unanswered: the server exited with code 3 after 41 ms; its stderr says: "ModuleNotFoundError: No module named \'widget\'"',
    ]);
  });

  it('also when it refused the probe before, and the telling line is inside a stack', () => {
    const talk = conversation()
      .event({ event: 'started' }, { at: 0 })
      .client(request('p', 'server/discover'))
      .server(failure('p', -32601, 'Method not found'))
      .client(request(0, 'initialize'), { at: 10 });
    for (const line of [
      'node:internal/loader:1',
      "Error: Cannot find module 'x'",
      '    at Error (a.js)',
      '',
      'Node.js v20',
    ])
      talk.stderr(line);
    talk.event({ event: 'exit', code: 1, signal: null }, { at: 20 }).end({ closedBy: 'server' });
    expect(findingsOf(talk)).toEqual([
      'problem process/died-before-handshake: initialize (id 0) unanswered: the server exited with code 1 after 10 ms; its stderr says: "Error: Cannot find module \'x\'"',
    ]);
  });

  it('may have been ended by a signal before anything was asked', () => {
    const talk = conversation()
      .event({ event: 'started' }, { at: 0 })
      .event({ event: 'exit', code: null, signal: 'SIGSEGV' }, { at: 5 })
      .end({ closedBy: 'server' });
    expect(findingsOf(talk)).toEqual([
      'problem process/died-before-handshake: no request was open: the server was ended by SIGSEGV after 5 ms',
    ]);
  });

  it('may not have started at all', () => {
    const talk = conversation({
      header: { server: { label: 'x', command: ['npx', '-y', 'widget'] } },
    })
      .event({ event: 'spawn-failed', code: 'ENOENT', text: 'spawn npx ENOENT' })
      .client(request(0, 'initialize'))
      .end({ closedBy: 'sadap' });
    expect(findingsOf(talk)).toEqual([
      'problem process/died-before-handshake: the server could not be started: "npx" failed with ENOENT (spawn npx ENOENT)',
    ]);
    expect(findingsBy('process/died-before-handshake', talk)[0]?.side).toBe('host');
  });

  it('may not have started, in a log that does not name the command', () => {
    const talk = conversation({
      header: { server: { label: 'shop' }, source: { format: 'cursor', files: ['mcp.log'] } },
    }).event({ event: 'spawn-failed', code: 'ENOENT', text: 'spawn node ENOENT' });
    expect(findingsOf(talk)).toEqual([
      'problem process/died-before-handshake: the server could not be started: ENOENT (spawn node ENOENT)',
    ]);
  });

  it('did not leave by itself when it was told to: then the request is unanswered', () => {
    const talk = conversation()
      .client(request(0, 'initialize'), { at: 0 })
      .event({ event: 'signal', signal: 'SIGTERM' }, { at: 5000 })
      .event({ event: 'exit', code: null, signal: 'SIGTERM' }, { at: 5001 })
      .end({ at: 5002, closedBy: 'sadap' });
    expect(rulesOf(talk)).toEqual(['ids/unanswered']);
  });

  it('did not leave by itself when a Ctrl-C stopped it and tee', () => {
    const talk = conversation({ header: { mode: 'tee' } })
      .client(request(0, 'initialize'), { at: 0 })
      .event({ event: 'exit', code: null, signal: 'SIGINT' }, { at: 5001 })
      .end({ at: 5002, closedBy: 'sadap', reason: 'SIGINT' });
    expect(findingsOf(talk)).toEqual([
      'note ids/unanswered: stopped by SIGINT while initialize (id 0) was open, for 5.0 s by then',
    ]);
  });

  it('is no finding when the server ends because stdin was closed', () => {
    const talk = conversation()
      .event({ event: 'started' })
      .initialized()
      .event({ event: 'stdin-closed' })
      .event({ event: 'exit', code: 0, signal: null })
      .end({ closedBy: 'client' });
    expect(rulesOf(talk)).toEqual([]);
  });
});

describe('a server that closes its stdout', () => {
  verifies('check-died-early');
  const closing = (exitAt: number) =>
    conversation()
      .event({ event: 'started' }, { at: 0 })
      .initialized()
      .event({ event: 'stdout-closed' }, { at: 1000 })
      .event({ event: 'exit', code: 0, signal: null }, { at: exitAt })
      .end({ at: exitAt + 1, closedBy: 'server' });

  it('is told of when it goes on, not when it is about to end on a busy machine', () => {
    expect(rulesOf(closing(2500))).toContain('process/closed-early');
    expect(rulesOf(closing(1500))).not.toContain('process/closed-early');
  });
});

describe('a server that ignores the end of its stdin', () => {
  verifies('check-ignored-eof');
  const ending = (...signals: string[]) => {
    const talk = conversation().initialized().event({ event: 'stdin-closed' }, { at: 1000 });
    signals.forEach((signal, nth) => {
      talk.event({ event: 'signal', signal }, { at: 3000 + nth * 2000 });
    });
    return talk.event({ event: 'exit', code: null, signal: signals.at(-1) ?? null });
  };

  it('needs SIGTERM: a note', () => {
    expect(findingsOf(ending('SIGTERM'))).toEqual([
      'note process/ignored-eof: the server was still running 2.0 s after its stdin was closed; it took SIGTERM',
    ]);
  });

  it('needs SIGKILL: a warning', () => {
    expect(findingsOf(ending('SIGTERM', 'SIGKILL'))).toEqual([
      'warning process/ignored-eof: the server was still running 2.0 s after its stdin was closed; it took SIGTERM and SIGKILL',
    ]);
  });

  it('is not blamed when it was given no time to end by itself', () => {
    const talk = conversation().initialized().event({ event: 'stdin-closed' }, { at: 1000 });
    talk.event({ event: 'signal', signal: 'SIGTERM' }, { at: 1001 });
    expect(rulesOf(talk.event({ event: 'exit', code: 0, signal: null }))).toEqual([]);
  });

  it('is not blamed when a signal came without closing stdin first', () => {
    const talk = conversation().initialized().event({ event: 'signal', signal: 'SIGTERM' });
    expect(rulesOf(talk)).toEqual([]);
  });
});

describe('much on stderr', () => {
  verifies('check-stderr-flood');
  const writing = (lines: number) => {
    const talk = conversation().initialized().client(call(2));
    for (let line = 0; line < lines; line += 1) talk.stderr('w'.repeat(1023));
    return talk.server(text(2, 'survived'));
  };

  it('is a note with the bytes, line feeds counted', () => {
    expect(findingsOf(writing(256))).toEqual([
      'note process/stderr-flood: 262144 bytes on stderr in 256 lines: with a host that does not read stderr the server blocks after 65536',
    ]);
  });

  it('is none while a pipe still holds it', () => {
    expect(rulesOf(writing(64))).toEqual([]);
    expect(rulesOf(writing(65))).toEqual(['process/stderr-flood']);
  });
});
