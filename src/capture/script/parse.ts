import { type JsonNode, member } from '../../model/json.ts';
import { textOf } from '../json-text.ts';
import { contradiction, RELEASED } from '../revision-choice.ts';
import { Problems } from './problems.ts';
import { readJson } from './read-json.ts';
import { readYaml } from './read-yaml.ts';
import { anyMap, choice, duration, list, mapWith, scalarText, text } from './shape.ts';
import { fail, type Source } from './source.ts';
import { readSteps } from './steps.ts';
import type { Variables } from './substitute.ts';
import type { Answers, CannedAnswer, Script, ScriptClient, ScriptServer } from './types.ts';
import { withVariables } from './variables.ts';

const MEMBERS = ['server', 'era', 'revision', 'client', 'timeout', 'answers', 'steps'];

/**
 * Reads a script: JSON when the file's name ends in `.json`, else YAML. `variables` fill `${NAME}`.
 * @throws SadapError `script-invalid`, one line with file, line, column, what was found and expected.
 */
export async function parseScript(source: Source, variables: Variables): Promise<Script> {
  const tree = /\.json$/i.test(source.file) ? readJson(source) : await readYaml(source);
  const root = withVariables(source, tree, variables);
  const map = mapWith(source, anyMap(source, root, 'a script'), 'a script', MEMBERS);
  const part = (key: string) => member(map, key);
  const steps = part('steps');
  if (!steps) return fail(source, map, 'a script needs steps');
  const problems = new Problems();
  const read = <T>(key: string, reader: (source: Source, node: JsonNode) => T) =>
    problems.attempt(() => {
      const node = part(key);
      return node && reader(source, node);
    });
  const found: Script = {
    server: read('server', readServer),
    era: read('era', (_, node) => choice(source, node, 'era', ['auto', 'legacy', 'modern'])),
    revision: read('revision', (_, node) => scalarText(source, node, 'revision')),
    client: read('client', readClient),
    timeoutMs: read('timeout', (_, node) => duration(source, node, 'timeout')),
    answers: read('answers', readAnswers) ?? new Map(),
    steps: problems.attempt(() => readSteps(source, steps, problems)) ?? [],
  };
  problems.attempt(() => assertRevision(source, found, part('revision')));
  problems.stop();
  return found;
}

/** The two may stand far apart; the revision is the one that is easier to mend. */
function assertRevision(
  source: Source,
  { era, revision }: Script,
  node: JsonNode | undefined,
): void {
  const why = contradiction(era, revision);
  if (node && why !== undefined) fail(source, node, why, RELEASED);
}

function read<T>(node: JsonNode | undefined, reader: (node: JsonNode) => T): T | undefined {
  return node && reader(node);
}

function readServer(source: Source, node: JsonNode): ScriptServer {
  const map = mapWith(source, node, 'server', ['command', 'env', 'cwd']);
  return {
    command: read(member(map, 'command'), (found) => readCommand(source, found)),
    env: read(member(map, 'env'), (found) => readEnv(source, found)) ?? {},
    cwd: read(member(map, 'cwd'), (found) => text(source, found, 'cwd')),
  };
}

function readCommand(source: Source, node: JsonNode): string[] {
  if (node.kind === 'string')
    return fail(
      source,
      node,
      'command is text; expected a list of the program and its arguments',
      'no shell is involved: write [node, server.js]',
    );
  const { items } = list(source, node, 'command');
  if (items.length === 0) fail(source, node, 'command is empty; expected a program');
  return items.map((item) => scalarText(source, item, 'a part of command'));
}

function readEnv(source: Source, node: JsonNode): Record<string, string> {
  const map = anyMap(source, node, 'env');
  return Object.fromEntries(
    map.members.map(({ key, value }) => [key, scalarText(source, value, key)]),
  );
}

function readClient(source: Source, node: JsonNode): ScriptClient {
  const map = mapWith(source, node, 'client', ['name', 'version', 'capabilities']);
  return {
    name: read(member(map, 'name'), (found) => text(source, found, 'name')),
    version: read(member(map, 'version'), (found) => scalarText(source, found, 'version')),
    capabilities: read(member(map, 'capabilities'), (found) =>
      anyMap(source, found, 'capabilities'),
    ),
  };
}

function readAnswers(source: Source, node: JsonNode): Answers {
  const map = anyMap(source, node, 'answers');
  return new Map(
    map.members.map(({ key, value }) => [
      key,
      (value.kind === 'array' ? nonEmpty(source, value).items : [value]).map((each) =>
        readAnswer(source, each),
      ),
    ]),
  );
}

function nonEmpty(source: Source, node: Extract<JsonNode, { kind: 'array' }>) {
  if (node.items.length === 0) fail(source, node, 'a list of answers needs at least one');
  return node;
}

/** A map is the result; `{error: {code, message}}` alone is an error answer. */
function readAnswer(source: Source, node: JsonNode): CannedAnswer {
  const map = anyMap(source, node, 'an answer');
  const error = member(map, 'error');
  if (!error || map.members.length !== 1) return { kind: 'result', text: textOf(map) };
  const members = anyMap(source, error, 'error');
  if (member(members, 'code')?.kind !== 'number' || member(members, 'message')?.kind !== 'string')
    fail(source, error, 'an error answer needs code (a number) and message (text)');
  return { kind: 'error', text: textOf(members) };
}
