import type { Side } from '../model/frame.ts';
import { Ledger } from './ledger.ts';
import { Reactions } from './reactions.ts';

/**
 * What is known of one client's talk while its messages are gone through: on stdio there is one, over
 * HTTP one for each MCP session, since sessions count their ids each on its own.
 */
export class Thread {
  readonly ledgers = { client: new Ledger('client'), server: new Ledger('server') };
  readonly reactions = new Reactions();
  /** Index of the conversation that its next message belongs to; undefined: it begins one. */
  part: number | undefined;
  /** An `initialize` was sent in this conversation. */
  opened = false;

  /**
   * An `initialize`, or a probe by a client that has sent one before. The first of a process goes on
   * with what came before it, such as a probe; any other begins a conversation.
   */
  open(initialize: boolean): void {
    if (this.opened) this.part = undefined;
    this.opened = initialize;
    for (const ledger of bothOf(this.ledgers)) ledger.renew();
  }

  /** Another process begins. */
  restart(): void {
    this.part = undefined;
    this.opened = false;
    for (const ledger of bothOf(this.ledgers)) ledger.restart();
  }
}

function bothOf<T>(sides: { readonly [side in Side]: T }): readonly [T, T] {
  return [sides.client, sides.server];
}
