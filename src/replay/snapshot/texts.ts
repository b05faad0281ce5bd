import { callStep } from '../../capture/calls.ts';
import { paramsText } from '../../capture/json-text.ts';
import type { Change } from '../../compare/change.ts';

/** What a snapshot is made of. */
export interface SnapshotPlan {
  readonly command: readonly string[];
  readonly era: string | undefined;
  readonly revision: string | undefined;
  /** Variables that the server needs; their values stay in the environment. */
  readonly envNames: readonly string[];
  /** `TOOL {json}` each. */
  readonly calls: readonly string[];
}

/**
 * The script of a snapshot as YAML. Texts are written as JSON, which YAML reads as it is.
 * @throws SadapError `usage` for a call that cannot be read.
 */
export function scriptText({ command, era, revision, envNames, calls }: SnapshotPlan): string {
  const env = envNames.map((name) => `${JSON.stringify(name)}: "\${${name}}"`);
  return [
    '# The conversation of this snapshot; docs/reference/script.md has all that can stand here.',
    '# After a change: sadap snapshot update',
    'server:',
    `  command: [${command.map(quoted).join(', ')}]`,
    ...(env.length > 0 ? [`  env: { ${env.join(', ')} }`] : []),
    ...(era === undefined ? [] : [`era: ${era}`]),
    ...(revision === undefined ? [] : [`revision: ${JSON.stringify(revision)}`]),
    'steps:',
    '  - open',
    '  # Every list with all pages, every resource, every prompt that needs no argument.',
    '  - explore',
    ...calls.map(callLine),
    '',
  ].join('\n');
}

/** An expectation file with what differed at once. */
export function expectationsText(execute: boolean, differing: readonly Change[]): string {
  return [
    '# What may differ from session.ndjson; docs/reference/expectations.md has all that can stand here.',
    'fail-on: minor',
    ...(execute ? ['# The script makes calls that may change something.'] : []),
    `execute: ${execute}`,
    differing.length > 0 ? 'accept:' : 'accept: []',
    ...differing.flatMap(acceptanceLines),
    '',
  ].join('\n');
}

/** `${` would be taken for a variable. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('${', '$$${');
}

function callLine(text: string): string {
  const { action } = callStep(text);
  const params = action.kind === 'request' && action.params ? paramsText(action.params) : '{}';
  return `  - tools/call: ${params.replaceAll('${', '$$${')}`;
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
