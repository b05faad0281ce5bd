import { answers, type CanaryAnswer } from './answers.ts';
import { type JsonMembers, mark, offsetText, shortly } from './marker.ts';
import { answerSchema, bigSchema, choiceSchema, keywordSchema, plainSchema } from './schemas.ts';

/** One tool of the canary. */
export interface CanaryTool {
  readonly name: string;
  /** The tool as `tools/list` names it. */
  readonly definition: JsonMembers;
  /** What a model would send; valid by the schema. */
  readonly input: JsonMembers;
  readonly answer: CanaryAnswer;
  /** 1 or 2: the page of `tools/list` that names it. */
  readonly page: number;
}

/** All tools, in the order listed. */
export function canaryTools(): readonly CanaryTool[] {
  return [...fromAnswers(), ...shaped(), ...secondPage()];
}

/** One tool for each kind of answer, its definition as plain as can be. */
function fromAnswers(): CanaryTool[] {
  return Object.entries(answers()).map(([name, answer]) =>
    tool(name, answer, answer.promises ? { outputSchema: answerSchema(name) } : {}),
  );
}

/** Tools whose definition is the matter; the answer is one text. */
function shaped(): CanaryTool[] {
  const members: { readonly [name: string]: JsonMembers } = {
    canary_full: fullMembers('canary_full'),
    canary_keywords: { inputSchema: keywordSchema('canary_keywords') },
    canary_big_schema: { inputSchema: bigSchema('canary_big_schema') },
    canary_root_choice: { inputSchema: choiceSchema('canary_root_choice') },
    canary_no_properties: { inputSchema: { type: 'object' } },
    canary_long_description: { description: longText('canary_long_description') },
    canary_no_description: { description: undefinedMember, title: mark('no_description', 'title') },
    'canary-hyphen-name': {},
    'canary.dotted.name': {},
    'canary/slash/name': {},
    Canary_Mixed_CASE: {},
    [named(63)]: {},
    [named(70)]: {},
    [named(100)]: {},
    [named(128)]: {},
  };
  return Object.entries(members).map(([name, more]) => tool(name, plainText(name), more));
}

/** What only a client that asks for the next page gets. */
function secondPage(): CanaryTool[] {
  const { canary_schema_missing: missing, canary_structured_text: structured } = answers('second_');
  return [
    tool('canary_second_text', plainText('canary_second_text'), {}, 2),
    ...(structured ? [tool('canary_second_structured', structured, {}, 2)] : []),
    ...(missing
      ? [
          tool(
            'canary_second_missing',
            missing,
            { outputSchema: answerSchema('canary_second_missing') },
            2,
          ),
        ]
      : []),
  ];
}

/** A member that is taken away rather than set. */
const undefinedMember = null;

function tool(name: string, answer: CanaryAnswer, more: JsonMembers, page = 1): CanaryTool {
  const members = {
    name,
    description: `Test tool ${spelled(name)}. ${mark(name, 'description')}`,
    inputSchema: plainSchema(name),
    ...more,
  };
  const definition = Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefinedMember),
  );
  return { name, definition, input: inputOf(name), answer, page };
}

/** The words of a name, so that a search over descriptions can find it. */
function spelled(name: string): string {
  return shortly(name).replaceAll(/[^A-Za-z0-9]+/g, ' ');
}

function inputOf(name: string): JsonMembers {
  return name === 'canary_keywords' || name === 'canary_full' ? { text: 'CNRY input' } : { q: 'x' };
}

/** A name of exactly so many characters. */
function named(length: number): string {
  return `canary_name_of_${length}_${'x'.repeat(length)}`.slice(0, length - 2).concat('_z');
}

/** 3,000 characters, a marker at each end. */
function longText(at: string): string {
  const [first, last] = [mark(at, 'description'), mark(at, 'end')];
  return `${first} ${offsetText(3000 - first.length - last.length - 2)} ${last}`;
}

function plainText(name: string): CanaryAnswer {
  return { result: { content: [{ type: 'text', text: mark('result', name, 'text') }] } };
}

/** Every member that a tool may have, in any revision, and one that none knows. */
function fullMembers(at: string): JsonMembers {
  return {
    title: mark(at, 'title'),
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string', description: mark(at, 'text', 'description') } },
      required: ['text'],
      additionalProperties: false,
    },
    annotations: {
      title: mark(at, 'annotations', 'title'),
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
      'x-canary': mark(at, 'annotations', 'extension'),
    },
    icons: [
      {
        src: `https://canary.invalid/${mark(at, 'icon')}.png`,
        mimeType: 'image/png',
        sizes: ['48x48'],
      },
    ],
    execution: { taskSupport: 'forbidden' },
    _meta: { 'canary.invalid/tool': mark(at, 'meta') },
    'x-canary': mark(at, 'extension'),
  };
}
