import { otherSide } from '../model/frame.ts';
import { rpcId } from '../model/ids.ts';
import { at, member } from '../model/json.ts';
import type { Located, Message } from '../model/message.ts';
import type { Draft, Tie } from './draft.ts';
import type { Ledger } from './ledger.ts';

/** `_meta` key of the notifications of a subscription (2026-07-28, "Subscriptions"). */
const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

type Notification = Located<Extract<Message, { kind: 'notification' }>>;
type Ledgers = { readonly client: Ledger; readonly server: Ledger };

/**
 * Puts a notification to the request that it names: `cancelled` by `requestId`, `progress` by
 * `progressToken`, those of a subscription by its id. One that names none, or none that is known,
 * stands alone: undefined.
 */
export function attach(note: Notification, ledgers: Ledgers): Tie | undefined {
  if (note.message.method === 'notifications/cancelled') return cancel(note, ledgers);
  const draft = target(note, ledgers);
  draft?.notifications.push(note);
  return draft && { draft, part: 'notification' };
}

function target({ from, message }: Notification, ledgers: Ledgers): Draft | undefined {
  const asked = ledgers[otherSide(from)];
  if (message.method === 'notifications/progress')
    return asked.tokens.find(member(message.params, 'progressToken'));
  const subscription = rpcId(at(message.params, '_meta', SUBSCRIPTION_ID));
  return subscription && asked.findListen(subscription);
}

/**
 * A side cancels what it asked itself. The exception: a server that closes a subscription may say so
 * with the client's request id (2026-07-28, "Cancellation").
 */
function cancel(note: Notification, ledgers: Ledgers): Tie | undefined {
  const id = rpcId(member(note.message.params, 'requestId'));
  if (!id) return undefined;
  const own = ledgers[note.from];
  const draft = own.knows(id) ? own.find(id) : ledgers[otherSide(note.from)].findListen(id);
  if (!draft) return undefined;
  if (draft.cancel) {
    draft.notifications.push(note);
    return { draft, part: 'notification' };
  }
  draft.cancel = note;
  ledgers[draft.request.from].giveUp(draft);
  return { draft, part: 'cancel' };
}
