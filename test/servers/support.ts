import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rules, runRules } from '../../src/check/registry.ts';
import { ajvChecker } from '../../src/check/schemas/ajv.ts';
import type { Finding } from '../../src/model/finding.ts';
import { type JsonNode, nodeAt } from '../../src/model/json.ts';
import type { Recording } from '../../src/model/recording.ts';
import { answerOf, type Exchange, type Session } from '../../src/model/session.ts';
import { buildSession } from '../../src/protocol/session.ts';
import { profileIds, profileOf } from '../../src/reading/profiles.ts';
import { recordingFrom } from '../../src/recording/load.ts';
import { type Ran, sadap } from '../support/sadap.ts';
import { endingOf as endingOfRecording } from '../support/tapped.ts';

const programs = join(import.meta.dirname, 'node_modules/.bin');
const tapFile = join(import.meta.dirname, '../fixtures/tap.mjs');
const scripts = join(import.meta.dirname, '../../recordings/scripts');

/** A run of `sadap record` against a real server, and what it left. */
export interface Live {
  readonly ran: Ran;
  readonly file: string;
  readonly recording: Recording;
  readonly session: Session;
  /** Working folder of the run; holds `catatan/catatan.txt`, and what the server writes. */
  readonly folder: string;
}

export interface Published {
  /** Name of its program in node_modules/.bin. */
  readonly program: string;
  /** `FOLDER` stands for the working folder. */
  readonly args?: readonly string[];
  readonly script: string;
  /** What it speaks when it may choose. Default legacy. */
  readonly era?: 'legacy' | 'modern';
}

type Tests = (live: () => Live) => void;

/**
 * Tests of one published server: `tests` get the run of its script, recorded once; what holds for
 * every server is tested here (`servers:recorded`, `servers:bytes`, `servers:explored`). Skipped, with
 * the reason, when the package is not installed.
 */
export function describeServer(published: Published, tests: Tests): void {
  const obstacle = isInstalled(published)
    ? undefined
    : `${published.program} is not installed; npm run servers:install`;
  if (obstacle) console.warn(`Tests of a published server are skipped: ${obstacle}`);
  describe.skipIf(obstacle)(published.program, () => {
    describe('played a script', () => {
      const live = recordedOnce(published, [join(scripts, `${published.script}.yaml`)]);
      itIsRecordedWhole(live);
      tests(live);
    });
    describe('explored without a script', () => {
      itIsExplored(recordedOnce(published, []), published.era ?? 'legacy');
    });
  });
}

function recordedOnce(published: Published, script: readonly string[]): () => Live {
  let folder = '';
  let live: Live | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sadap-server-'));
    live = await record(published, script, folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => {
    if (!live) throw new Error(`${published.program} was not recorded`);
    return live;
  };
}

async function record(
  { program, args = [] }: Published,
  script: readonly string[],
  folder: string,
): Promise<Live> {
  const { env, command } = startIn(folder, { program, args });
  const tap = [process.execPath, tapFile, folder];
  const file = join(folder, 'run.ndjson');
  const all = ['record', ...script, '--quiet', '-o', file, '--', ...tap, ...command];
  const ran = await sadap(all, { cwd: folder, env, timeoutMs: 120_000 });
  if (!existsSync(file)) throw new Error(`nothing was recorded: ${ran.stderr}`);
  const recording = recordingFrom(readFileSync(file), file);
  return { ran, file, folder, recording, session: buildSession(recording) };
}

/** Is the package of a published server installed? */
export function isInstalled({ program }: Pick<Published, 'program'>): boolean {
  return existsSync(join(programs, program));
}

/** How a published server is started in a fresh folder, and what it needs there. */
export function startIn(
  folder: string,
  { program, args = [] }: Pick<Published, 'program' | 'args'>,
): { readonly env: Record<string, string>; readonly command: readonly string[] } {
  const command = [join(programs, program), ...args.map((arg) => arg.replace('FOLDER', folder))];
  return { env: prepare(folder), command };
}

/** What the servers need: a folder with a note, a place for a graph, a cluster that never answers. */
function prepare(folder: string): Record<string, string> {
  const [notes, kubeconfig] = [join(folder, 'catatan'), join(folder, 'kubeconfig.yaml')];
  mkdirSync(notes);
  writeFileSync(join(notes, 'catatan.txt'), 'Kamar Al-Fatih 1: periksa lampu.\n');
  writeFileSync(
    kubeconfig,
    `apiVersion: v1
kind: Config
clusters: [{ name: none, cluster: { server: "http://127.0.0.1:1" } }]
contexts: [{ name: none, context: { cluster: none, user: nobody } }]
current-context: none
users: [{ name: nobody, user: {} }]
`,
  );
  return {
    NOTES: notes,
    KUBECONFIG: kubeconfig,
    MEMORY_FILE_PATH: join(folder, 'graph.jsonl'),
  };
}

function itIsRecordedWhole(live: () => Live): void {
  it('ends with status 0 and says nothing on stderr', () => {
    const { status, signal, stderr } = live().ran;
    expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' });
  });

  it('leaves an undamaged recording in which each request is answered', () => {
    const { recording, session } = live();
    expect(recording.damage).toEqual([]);
    expect(recording.end).toMatchObject({ closedBy: 'client' });
    const open = session.exchanges.filter(({ outcome }) => outcome.kind !== 'answered');
    expect({ open, orphans: session.orphans }).toEqual({ open: [], orphans: [] });
  });

  it.each(['client', 'server'])(
    'gives back the bytes that a tap in the pipe saw: %s',
    async (side) => {
      const { file, folder } = live();
      const exported = await sadap(['export', file, '--to', 'raw', '--side', side]);
      expect(exported.stdoutBytes.equals(readFileSync(join(folder, '1', side)))).toBe(true);
      expect(exported.stdoutBytes.length).toBeGreaterThan(200);
    },
  );

  it('can be shown, and gives no problem or warning', async () => {
    const { file, session } = live();
    const shown = await sadap(['show', file]);
    expect({ status: shown.status, stderr: shown.stderr }).toEqual({ status: 0, stderr: '' });
    expect(shown.stdout).toMatch(/^tools +\d+ tools, about [\d,]+ tokens in every turn$/m);
    expect(checked(session).filter(({ severity }) => severity !== 'note')).toEqual([]);
  });
}

function itIsExplored(live: () => Live, era: 'legacy' | 'modern'): void {
  it('finds out by itself which era the server speaks, and lists all that it declares', () => {
    const { ran, session } = live();
    expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' });
    const asked = session.exchanges.map(({ request }) => request.message.method);
    const opening = ['server/discover', ...(era === 'legacy' ? ['initialize'] : [])];
    expect(asked.slice(0, opening.length + 1)).toEqual([...opening, 'tools/list']);
    const revision = era === 'legacy' ? '2025-11-25' : '2026-07-28';
    expect(session).toMatchObject({ era, revision });
    // What single hosts cut or refuse is no fault of the server, and only worth knowing.
    const found = checked(session).filter(({ rule }) => !rule.startsWith('host-limits/'));
    expect(found).toEqual([]);
  });
}

/** All that `sadap check` finds, the limits of every host among it. */
function checked(session: Session): Finding[] {
  const profiles = profileIds().map((id) => profileOf(id));
  return runRules(rules, session, { profiles, schemas: ajvChecker() });
}

/** Exchanges of one method, in order. */
export function exchangesOf({ session }: Live, method: string): readonly Exchange[] {
  return session.exchanges.filter(({ request }) => request.message.method === method);
}

/** The exchanges in which this tool was called, in order. */
export function callsOf(live: Live, tool: string): readonly Exchange[] {
  return exchangesOf(live, 'tools/call').filter(
    ({ request }) => textAt(request.message.node, '/params/name') === tool,
  );
}

/** A place in the answer to an exchange, as a plain value for small comparisons. */
export function answered(exchange: Exchange | undefined, pointer: string): unknown {
  const answer = exchange && answerOf(exchange)?.message.node;
  const node = answer && nodeAt(answer, pointer);
  return node && plain(node);
}

export function textAt(node: JsonNode, pointer: string): string | undefined {
  const found = nodeAt(node, pointer);
  return found?.kind === 'string' ? found.value : undefined;
}

/** Names of the tools that the server listed. */
export function toolNames(live: Live): unknown[] {
  const [list] = exchangesOf(live, 'tools/list');
  const answer = list && answerOf(list);
  const tools = answer && nodeAt(answer.message.node, '/result/tools');
  return tools?.kind === 'array' ? tools.items.map((tool) => textAt(tool, '/name')) : [];
}

function plain(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.members.map(({ key, value }) => [key, plain(value)]));
    case 'array':
      return node.items.map(plain);
    case 'number':
      return Number(node.text);
    case 'string':
    case 'literal':
      return node.value;
  }
}

/** How the server ended: types of the process events, with the signal or the exit status. */
export function endingOf({ recording }: Live): string[] {
  return endingOfRecording(recording);
}
