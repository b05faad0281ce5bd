import { SadapError } from '../../errors.ts';
import { type ParseResult, positionOf, type TableNode } from './document.ts';
import type { Host } from './hosts.ts';
import { parseJsonc } from './jsonc.ts';
import { parseToml } from './toml/parse.ts';

/** A configuration that was read: its text, and the tree that knows where all of it stands. */
export interface Config {
  readonly text: string;
  readonly root: TableNode;
}

/**
 * Parses a host's configuration.
 *
 * @param path names the file in the error
 * @throws SadapError `config-invalid` with file, line and column
 */
export function parseConfig(text: string, host: Host, path: string): Config {
  const result = parsed(text, host);
  if (result.ok) return { text, root: result.root };
  const { line, column } = positionOf(text, result.offset);
  throw new SadapError('config-invalid', `${path}:${line}:${column}: ${result.detail}`, {
    hint: `${host.title} cannot read this file either; mend it first. It was not changed.`,
  });
}

function parsed(text: string, { format }: Host): ParseResult {
  // A byte order mark is a space to the parsers, so that all offsets stay right.
  const plain = text.replace(/^\ufeff/, ' ');
  try {
    return format === 'toml' ? parseToml(plain) : parseJsonc(plain);
  } catch (error) {
    // Both parsers call themselves for every level.
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, offset: 0, detail: 'the values are nested too deeply' };
  }
}
