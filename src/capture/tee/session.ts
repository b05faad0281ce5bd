import type { ChildProcess } from 'node:child_process';
import type { Exit } from '../../model/recording.ts';
import { within } from '../wait.ts';
import { ErrorPassage } from './error-passage.ts';
import { standardInput } from './inlet.ts';
import { asksForEnd, passSignals } from './interrupts.ts';
import { Outlet } from './outlet.ts';
import type { Recorder } from './recorder.ts';
import { Relay } from './relay.ts';
import { closeStandard, leaveBlocking, standardOutput } from './standard-output.ts';
import { type Server, startServer } from './start.ts';
import { Vigil } from './vigil.ts';
import { keepYoungSpaceSmall } from './young-space.ts';

/** With nothing coming for this long after the server has gone, only others hold its output open. */
const QUIET_MS = 500;
/** The same once somebody has asked for the end. */
const HASTE_MS = 100;
/** Once somebody has asked, others may say something for this long, at most. */
const LONGEST_HASTE_MS = 1000;
/** A server whose output ends is about to end itself, mostly. */
const ABOUT_TO_END_MS = 100;
/** A server that ends so soon after a key was pressed ends because of it, in milliseconds. */
const KEY_MS = 5000;
/** From SIGTERM to SIGKILL for a server that is ended because nothing may pass unrecorded. */
const STRICT_MS = 2000;

/**
 * Starts the server, passes everything through, and returns when the server has gone and all that it
 * said is passed on, or nobody is left to take it.
 *
 * @param open opens the recording once the server has been started, which starts by itself meanwhile; all that
 *   passes waits for it. undefined: nothing is recorded. When the recorder fails later and nothing may pass without
 *   it, `Session.giveUp` ends the server.
 * @throws StartFailure
 */
export class Session {
  readonly #open: () => Promise<Recorder | undefined>;
  #recorder: Recorder | undefined;
  readonly #output = new Outlet(standardOutput(1), () => {});
  readonly #toHost: Relay;
  readonly #errors = new ErrorPassage(() => this.#recorder);
  readonly #vigil = new Vigil();
  #input: Outlet | undefined;
  #toServer: Relay | undefined;
  #child: ChildProcess | undefined;
  #exit: Exit | undefined;
  #hostClosed = false;
  #isGivenUp = false;
  #asked = false;
  /** The last Ctrl-C in the terminal that we share with the server. */
  #key: { readonly signal: NodeJS.Signals; readonly at: number } | undefined;
  /** Came while the server was being started. */
  readonly #early: NodeJS.Signals[] = [];
  #tellAsked = () => {};
  /** Resolves when somebody wants the end. */
  readonly #whenAsked = new Promise<void>((resolve) => {
    this.#tellAsked = resolve;
  });
  #tellOutputEnded = () => {};
  readonly #outputEnded = new Promise<void>((resolve) => {
    this.#tellOutputEnded = resolve;
  });

  constructor(open: () => Promise<Recorder | undefined>) {
    this.#open = open;
    this.#toHost = new Relay(this.#output, {
      passing: (bytes) => {
        this.#recorder?.frames('server', bytes);
        return !this.#isGivenUp;
      },
      passed: (bytes) => this.#vigil.passed('server', bytes.length),
      ended: () => void this.#serverClosedOutput(),
    });
  }

  async run(command: readonly string[]): Promise<Exit> {
    const stopSignals = passSignals(
      (signal) => this.#send(signal),
      (signal) => {
        if (!this.#exit) this.#key = { signal, at: performance.now() };
      },
    );
    try {
      const server = await startServer(command, { output: this.#toHost, errors: this.#errors });
      const exited = endOf(server.process);
      this.#recorder = await this.#open();
      this.#recorder?.prepare();
      this.#connect(server);
      // What the host has sent already is passed on first.
      setImmediate(() => setImmediate(() => this.#settle(server)));
      const exit = await exited;
      this.#exit = exit;
      const key = this.#key;
      const isByKey = key !== undefined && performance.now() - key.at < KEY_MS;
      await this.#finish(server, { exit, key: isByKey ? key.signal : undefined });
      return exit;
    } finally {
      stopSignals();
    }
  }

  /** Ends the server: from now on nothing passes. */
  giveUp(): void {
    this.#isGivenUp = true;
    this.#toServer?.stop();
    this.#input?.end();
    this.#send('SIGTERM');
    setTimeout(() => this.#send('SIGKILL'), STRICT_MS).unref();
  }

  #connect(server: Server): void {
    this.#child = server.process;
    this.#toHost.from(server.output);
    this.#errors.from(server.errors);
    const input = new Outlet(server.input, (code) => this.#serverStoppedReading(code));
    this.#input = input;
    this.#toServer = new Relay(input, {
      passing: (bytes) => {
        this.#recorder?.frames('client', bytes);
        return !this.#isGivenUp;
      },
      passed: (bytes) => this.#vigil.passed('client', bytes.length),
      ended: () => this.#hostClosedInput(),
    });
    this.#toServer.from(standardInput(this.#toServer));
    if (this.#isGivenUp) this.giveUp();
    for (const signal of this.#early) this.#send(signal);
  }

  /** Does what nobody waits for, while the server starts. */
  #settle(server: Server): void {
    server.leave();
    // Node looks at `process.stderr` when it closes a socket.
    leaveBlocking(2);
    keepYoungSpaceSmall();
  }

  #send(signal: NodeJS.Signals): void {
    if (asksForEnd(signal)) {
      this.#asked = true;
      this.#tellAsked();
    }
    const child = this.#child;
    if (!child) this.#early.push(signal);
    if (!child || this.#exit) return;
    this.#recorder?.event({ event: 'signal', signal });
    child.kill(signal);
  }

  #hostClosedInput(): void {
    this.#hostClosed = true;
    this.#recorder?.ended('client');
    this.#recorder?.event({ event: 'stdin-closed' });
    this.#input?.end();
  }

  /** The host is to learn it as it would without us: its writes fail. */
  #serverStoppedReading(code: string): void {
    if (this.#exit || this.#isGivenUp) return;
    this.#recorder?.event({ event: 'write-failed', code });
    this.#toServer?.stop();
    closeStandard(0);
  }

  async #serverClosedOutput(): Promise<void> {
    this.#recorder?.ended('server');
    this.#tellOutputEnded();
    const child = this.#child;
    if (child && !this.#exit) await within(ABOUT_TO_END_MS, endOf(child));
    if (this.#exit) return;
    this.#recorder?.event({ event: 'stdout-closed' });
    await this.#output.flushed();
    this.#output.abandon();
    closeStandard(1);
  }

  async #finish(server: Server, { exit, key }: Ended): Promise<void> {
    this.#toServer?.stop();
    // Passing on the rest may take as long as the host likes; its writes are to fail meanwhile.
    closeStandard(0);
    const errors = this.#errors;
    await this.#readRest();
    this.#toHost.stop();
    errors.stop();
    server.input.destroy();
    const recorder = this.#recorder;
    recorder?.ended('client');
    recorder?.ended('server');
    recorder?.event({ event: 'exit', ...exit });
    await this.#passRest(this.#output.flushed());
    this.#output.abandon();
    // A host that reads one stream to its end, and only then the other, has to see this end.
    closeStandard(1);
    await this.#passRest(errors.flushed());
    errors.abandon();
    this.#reportLost();
    const isOver = this.#hostClosed || (this.#asked && key === undefined);
    if (key !== undefined && !isOver) recorder?.end({ closedBy: 'sadap', exit, reason: key });
    else recorder?.end({ closedBy: isOver ? 'client' : 'server', exit });
  }

  /** All that the server has left in its pipes; what its children may still say is not waited for. */
  async #readRest(): Promise<void> {
    const errors = this.#errors;
    const ended = Promise.all([this.#outputEnded, errors.whenEnded]);
    let latest = Number.POSITIVE_INFINITY;
    void this.#whenAsked.then(() => {
      latest = performance.now() + LONGEST_HASTE_MS;
    });
    for (;;) {
      const seen = this.#toHost.chunks + errors.chunks;
      if (await within(this.#asked ? HASTE_MS : QUIET_MS, ended)) return;
      const isQuiet = seen === this.#toHost.chunks + errors.chunks;
      const isWaiting = this.#toHost.isWaiting || errors.isWaiting;
      if (isQuiet && (this.#asked || !isWaiting)) return;
      if (performance.now() > latest) return;
    }
  }

  /** Waits for a slow reader as long as it takes, until somebody wants the end. */
  async #passRest(flushed: Promise<void>): Promise<void> {
    const haste = () => within(HASTE_MS, new Promise(() => {}));
    await Promise.race([flushed, this.#whenAsked.then(haste)]);
  }

  #reportLost(): void {
    const { undelivered } = this.#errors;
    const event = (to: 'client' | 'server', bytes = 0) => {
      if (bytes > 0) this.#recorder?.event({ event: 'undelivered', to, bytes });
    };
    event('client', this.#output.undelivered);
    event('server', this.#input?.undelivered);
    if (undelivered > 0)
      this.#recorder?.note(`${undelivered} bytes of standard error were not passed on`);
  }
}

/** How the server ended, and the key in the terminal that ended it together with us. */
interface Ended {
  readonly exit: Exit;
  readonly key: NodeJS.Signals | undefined;
}

function endOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}
