import { callStep } from '../../capture/calls.ts';
import { paramsText } from '../../capture/json-text.ts';
import type { Change } from '../../compare/change.ts';
import { SadapError } from '../../errors.ts';
import type { RedactionRules } from '../../secrets/rules.ts';
import {
  commandInScript,
  paramsInScript,
  type Referring,
  type Surroundings,
} from './references.ts';

/** What a snapshot is made of. */
export interface SnapshotPlan {
  readonly command: readonly string[];
  readonly era: string | undefined;
  readonly revision: string | undefined;
  /** Variables that the server needs; their values stay in the environment. */
  readonly envNames: readonly string[];
  /** `TOOL {json}` each. */
  readonly calls: readonly string[];
  /** Of now; what is a secret of the command is named by them. */
  readonly variables: Surroundings['variables'];
  /** What is taken out of the recording, and must not be in the script either. */
  readonly redaction: RedactionRules | undefined;
}

/** A script, and the variables that it takes secrets of the command and of calls from. */
export interface ScriptText {
  readonly text: string;
  readonly names: readonly string[];
}

/**
 * The script of a snapshot as YAML. Texts are written as JSON, which YAML reads as it is.
 * @throws SadapError `usage` for a call that cannot be read, and a secret that no variable holds.
 */
export function scriptText(plan: SnapshotPlan): ScriptText {
  const around = { variables: plan.variables, preferred: plan.envNames };
  const command = commandInScript(plan.command, around, plan.redaction);
  const calls = plan.calls.map((each) => callIn(each, around, plan.redaction));
  return {
    text: plainly(
      textOf(
        plan,
        command.texts,
        calls.flatMap(({ texts }) => texts),
      ),
    ),
    names: [...new Set([command, ...calls].flatMap(({ names }) => names))],
  };
}

function textOf(
  { envNames, era, revision }: SnapshotPlan,
  command: readonly string[],
  calls: readonly string[],
): string {
  const env = envNames.map((name) => `${JSON.stringify(nameOf(name))}: "\${${name}}"`);
  return [
    '# The conversation of this snapshot; docs/reference/script.md has all that can stand here.',
    '# After a change: sadap snapshot update',
    'server:',
    `  command: [${command.join(', ')}]`,
    ...(env.length > 0 ? [`  env: { ${env.join(', ')} }`] : []),
    ...(era === undefined ? [] : [`era: ${era}`]),
    ...(revision === undefined ? [] : [`revision: ${JSON.stringify(revision)}`]),
    'steps:',
    '  - open',
    '  # Every list with all pages, every resource, every prompt that needs no argument.',
    '  - explore',
    ...calls.map((each) => `  - tools/call: ${each}`),
    '',
  ].join('\n');
}

/** An expectation file with what differed at once. */
export function expectationsText(execute: boolean, differing: readonly Change[]): string {
  const lines = [
    '# What may differ from session.ndjson; docs/reference/expectations.md has all that can stand here.',
    'fail-on: minor',
    ...(execute ? ['# The script makes calls that may change something.'] : []),
    `execute: ${execute}`,
    differing.length > 0 ? 'accept:' : 'accept: []',
    ...differing.flatMap(acceptanceLines),
    '',
  ];
  return plainly(lines.join('\n'));
}

/** What YAML does not allow, or a terminal acts upon, as an escape; outside of texts there is none of it. */
function plainly(text: string): string {
  return text.replaceAll(UNSEEN, (found) =>
    [...Array(found.length).keys()]
      .map((nth) => `\\u${found.charCodeAt(nth).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

const UNSEEN =
  /[\x7f-\x9f\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/** A value behind the name would be written down. */
function nameOf(text: string): string {
  if (/^[A-Za-z_]\w*$/.test(text)) return text;
  throw new SadapError(
    'usage',
    '--env of a snapshot wants the name of a variable, without a value',
    {
      hint: 'for example: API_TOKEN=… sadap snapshot init --env API_TOKEN -- node server.js',
    },
  );
}

function callIn(
  text: string,
  around: Surroundings,
  redaction: RedactionRules | undefined,
): Referring {
  const { action } = callStep(text);
  const params = action.kind === 'request' && action.params ? paramsText(action.params) : '{}';
  return paramsInScript(params, around, redaction);
}

function acceptanceLines({ rule, subject, pointer, inner }: Change): string[] {
  const [what = '', ...name] = subject.split(' ');
  const about =
    what === 'tools/call' || what === 'tool'
      ? [`tool: ${JSON.stringify(name.join(' '))}`]
      : what.includes('/')
        ? [`method: ${JSON.stringify(what)}`]
        : [];
  const members = [
    `rule: ${rule}`,
    ...about,
    ...(pointer === undefined ? [] : [`at: ${JSON.stringify(pointer)}`]),
    ...(inner === undefined ? [] : [`json: ${JSON.stringify(inner)}`]),
    'reason: differs from run to run',
  ];
  return members.map((each, nth) => `${nth === 0 ? '  - ' : '    '}${each}`);
}
