import { SadapError } from '../errors.ts';
import { parseJson } from '../wire/json.ts';
import { membersOf, type TextMember } from './json-text.ts';
import type { Step } from './script/types.ts';

/**
 * The step for a tool call given on the command line: `TOOL`, or `TOOL {json}`; a name with spaces is
 * written as JSON: `"my tool" {json}`. The arguments are sent as they are spelled; only line ends between tokens become spaces, because a message is one line.
 * @throws SadapError `usage`: no name, or arguments that are no JSON object.
 */
export function callStep(text: string): Step {
  const [, spelled = '', args = ''] =
    /^\s*("(?:[^"\\]|\\.)*"|[^\s{"][^\s{]*)\s*([\s\S]*)$/.exec(text) ?? [];
  const name = spelled.startsWith('"') ? textOf(text, spelled) : spelled;
  if (name === '') refuse(text, 'expected the name of a tool first');
  const members: TextMember[] = [
    ['name', JSON.stringify(name)],
    ['arguments', args.trim() === '' ? '{}' : argumentsText(text, args)],
  ];
  const action = { kind: 'request', method: 'tools/call', params: membersOf(members) } as const;
  return builtIn(`tools/call ${name}`, action);
}

function textOf(text: string, spelled: string): string {
  const parsed = parseJson(Buffer.from(spelled));
  if (parsed.ok && parsed.node.kind === 'string') return parsed.node.value;
  return refuse(text, `the name ${spelled} is no JSON text`);
}

/** A step that stands in no file. */
export function builtIn(label: string, action: Step['action']): Step {
  return { label, place: undefined, timeoutMs: undefined, id: undefined, expect: [], action };
}

function argumentsText(text: string, args: string): string {
  const parsed = parseJson(Buffer.from(args));
  if (!parsed.ok) return refuse(text, `the arguments are no JSON: ${parsed.detail}`);
  if (parsed.node.kind !== 'object') return refuse(text, 'the arguments must be a JSON object');
  // Inside a JSON string a line feed can only stand escaped, so these are all between tokens.
  return args.trim().replaceAll(/[\r\n]/g, ' ');
}

function refuse(text: string, why: string): never {
  throw new SadapError('usage', `--call ${JSON.stringify(text)}: ${why}`, {
    hint: `for example: --call 'cari_anak {"kelas":"7A"}'`,
  });
}
