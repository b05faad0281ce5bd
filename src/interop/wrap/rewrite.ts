import type { Config } from './config.ts';
import type { Span } from './document.ts';
import { addArgs, dropArgs, dropFront, type Edit, prepend, quoted } from './edits.ts';
import type { Entry, Launch, Link } from './entries.ts';
import type { Host } from './hosts.ts';
import { serverStart, UPSTREAM_MARK } from './marks.ts';

/** The edits of one entry, or why it is left as it is: a clause that follows the server's name. */
export type Rewrite = { readonly edits: readonly Edit[] } | { readonly why: string };

const ODD = 'has a command or arguments of a kind that sadap does not know';
const NO_SERVER = 'has neither a command nor a URL; an extension of the host starts it';

/**
 * Makes one server run through sadap: a stdio server through `tee`, an HTTP server through the proxy
 * at `proxy`. The literals of command and URL are moved, not respelled, so that `unwrapEntry` can put
 * the same bytes back.
 *
 * @param program command and leading arguments that start sadap
 * @param proxy address of the proxy for this server; undefined leaves HTTP servers as they are
 */
export function wrapEntry(
  entry: Entry,
  { text }: Config,
  host: Host,
  program: readonly string[],
  proxy: string | undefined,
): Rewrite {
  if (entry.transport === 'none') return { why: NO_SERVER };
  if (entry.state === 'odd') return { why: ODD };
  if (entry.state === 'wrapped') return { why: 'runs through sadap already' };
  if (entry.link) return wrapLink(entry.link, text, proxy);
  return entry.launch ? wrapLaunch(entry.name, entry.launch, text, host, program) : { why: ODD };
}

function wrapLaunch(
  name: string,
  launch: Launch,
  text: string,
  host: Host,
  [command = '', ...own]: readonly string[],
): Rewrite {
  const ours = [...own, 'tee', '--label', name, '--'].map(quoted);
  const literals = [...ours, literalOf(text, launch.command)];
  return {
    edits: [
      { start: launch.command.start, end: launch.command.end, text: quoted(command) },
      launch.args ? prepend(text, launch.args, literals) : addArgs(text, launch, literals, host),
    ],
  };
}

function wrapLink({ url }: Link, text: string, proxy: string | undefined): Rewrite {
  if (proxy === undefined) return { why: 'is reached by URL; --http points it to a proxy' };
  const address = addressOf(proxy, url.value);
  if (address === undefined)
    return { why: 'has a URL without a plain path; give --http the full address to use' };
  const literal = literalOf(text, url);
  const quote = quoteOf(literal);
  const moved = quote + address + UPSTREAM_MARK + literal.slice(quote.length);
  return { edits: [{ start: url.start, end: url.end, text: moved }] };
}

/** A proxy without a path of its own takes the path of the URL that it stands for. */
function addressOf(proxy: string, url: string): string | undefined {
  if (new URL(proxy).pathname !== '/') return proxy;
  const [, rest] = /^https?:\/\/[^/?#]+([^#]*)/i.exec(url) ?? [];
  // Quotes and backslashes would need escapes, in a literal whose kind we do not choose.
  return rest === undefined || /["'\\]/.test(rest) ? undefined : proxy.replace(/\/$/, '') + rest;
}

/**
 * Takes sadap out of one entry again. All that is needed stands in the entry itself, so edits made
 * since, by hand or by the host, survive.
 *
 * @param hadArgs whether the entry had a list of arguments before, where that is known: an empty list
 *   goes unless it was there
 */
export function unwrapEntry(entry: Entry, { text }: Config, hadArgs: boolean | undefined): Rewrite {
  if (entry.state !== 'wrapped') return { why: 'does not run through sadap' };
  if (entry.link) return unwrapLink(entry.link, text);
  return entry.launch ? unwrapLaunch(entry.launch, text, hadArgs) : { why: ODD };
}

function unwrapLaunch(launch: Launch, text: string, hadArgs: boolean | undefined): Rewrite {
  const start = serverStart(launch.argv) ?? -1;
  const command = launch.args?.items[start - 1];
  if (start < 0 || !launch.args || command?.kind !== 'string')
    return {
      why: 'was put behind sadap by hand, without the -- that shows where its command starts',
    };
  const isBare = launch.args.items.length === start && hadArgs !== true;
  return {
    edits: [
      { start: launch.command.start, end: launch.command.end, text: literalOf(text, command) },
      (isBare ? dropArgs(text, launch) : undefined) ?? dropFront(text, launch.args, start),
    ],
  };
}

function unwrapLink({ url }: Link, text: string): Rewrite {
  const literal = literalOf(text, url);
  const mark = literal.indexOf(UPSTREAM_MARK);
  if (mark < 0) return { why: 'has a URL that was respelled since' };
  const original = quoteOf(literal) + literal.slice(mark + UPSTREAM_MARK.length);
  return { edits: [{ start: url.start, end: url.end, text: original }] };
}

function literalOf(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

function quoteOf(literal: string): string {
  return /^(?:"""|'''|"|')/.exec(literal)?.[0] ?? '"';
}
