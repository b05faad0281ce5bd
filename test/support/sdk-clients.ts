import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** What both clients of the TypeScript SDK can do; each answers in its own types. */
export interface SdkClient {
  getServerVersion(): unknown;
  getServerCapabilities(): unknown;
  getInstructions(): unknown;
  listTools(): Promise<unknown>;
  listResources(): Promise<unknown>;
  readResource(params: { uri: string }): Promise<unknown>;
  listPrompts(): Promise<unknown>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<unknown>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
  onerror?: ((error: Error) => void) | undefined;
}

/** A server as a command, or as a URL with a token. */
export type Target =
  | { readonly command: readonly string[] }
  | { readonly url: string; readonly token: string };

const MODES: Record<string, VersionNegotiationMode | undefined> = {
  v2: undefined,
  'v2 auto': 'auto',
  'v2 pinned': { pin: '2026-07-28' },
};

/**
 * The clients of both lines: `v1`; `v2` as it is when nothing is set, which opens like v1; `v2 auto`,
 * which probes first, over stdio in a process of its own; `v2 pinned` to revision 2026-07-28.
 */
export const SDK_CLIENTS: readonly string[] = ['v1', ...Object.keys(MODES)];

/** Connects one of `SDK_CLIENTS` to a server. */
export async function connectSdk(name: string, target: Target): Promise<SdkClient> {
  const info = { name: 'client-x', version: '1' };
  if (name === 'v1') {
    const client = new ClientV1(info);
    // Its types do not stand `exactOptionalPropertyTypes`: sessionId is `string | undefined` there.
    const transport = transportTo(target, StdioV1, HttpV1) as StdioV1;
    await client.connect(transport);
    return client;
  }
  const mode = MODES[name];
  const client = new ClientV2(info, mode && { versionNegotiation: { mode } });
  await client.connect(transportTo(target, StdioV2, HttpV2));
  return client;
}

type Stdio<T> = new (server: { command: string; args: string[]; stderr: 'ignore' }) => T;
type Http<T> = new (url: URL, options: { requestInit: RequestInit }) => T;

function transportTo<A, B>(target: Target, stdio: Stdio<A>, http: Http<B>): A | B {
  if ('url' in target) {
    const headers = { authorization: `Bearer ${target.token}` };
    return new http(new URL(target.url), { requestInit: { headers } });
  }
  const [command = '', ...args] = target.command;
  return new stdio({ command, args, stderr: 'ignore' });
}

/**
 * Connects, has the conversation, closes: all that the client was given and told, as one value.
 * Errors are part of it.
 */
export async function seenBy(
  name: string,
  target: Target,
  converse: (client: SdkClient) => Promise<unknown>,
): Promise<unknown> {
  const client = await connectSdk(name, target).catch(String);
  if (typeof client === 'string') return { refused: client };
  const errors: string[] = [];
  client.onerror = (error) => errors.push(error.message);
  const server = client.getServerVersion();
  const capabilities = client.getServerCapabilities();
  const instructions = client.getInstructions();
  const results = await converse(client);
  // A copy: whether a client reports the streams that its own closing breaks off is chance.
  const seen = { server, capabilities, instructions, results, errors: [...errors] };
  await client.close();
  return seen;
}

/** All that a client can ask of asrama, one after the other. */
export async function askAsrama(client: SdkClient): Promise<unknown[]> {
  return [
    await client.listTools(),
    await client.callTool({ name: 'cari_anak', arguments: { kelas: '7A' } }),
    await client.callTool({ name: 'cari_anak', arguments: { kelas: 7 } }),
    await client.callTool({ name: 'detail_anak', arguments: { id_anak: 'A000' } }),
    await client.callTool({ name: 'no_such', arguments: {} }).catch(String),
    await client.listResources(),
    await client.readResource({ uri: 'asrama://kamar' }),
    await client.listPrompts(),
    await client.getPrompt({ name: 'laporan_kamar', arguments: { nama_kamar: 'Al-Fatih 1' } }),
  ];
}
