import { describe, expect, it } from 'vitest';
import { locate, measure, readCapture, summarise } from '../../../src/measure/index.ts';
import type { Measured, MeasuredMember } from '../../../src/model/measured.ts';
import { canarySession } from '../../../src/targets/canary/table.ts';
import { measuredLines } from '../../../src/view/terminal/measured.ts';
import { verifies } from '../../support/verifies.ts';
import { captureOf, type MadeUpHost } from './host.ts';

function measured(host: MadeUpHost): Measured {
  return measure(locate(readCapture(captureOf(host), 'capture.ndjson')));
}

/** What became of one member of a tool's definition. */
function ofTool({ members }: Measured, tool: string, pointer: string): MeasuredMember | undefined {
  const listed = canarySession().find(({ about }) => about === 'tools/list');
  const { tools } = (listed?.answers[0]?.['result'] ?? {}) as { tools: { name: string }[] };
  const index = tools.findIndex(({ name }) => name === tool);
  return members.find((each) => each.pointer === `/result/tools/${index}${pointer}`);
}

function ofCall({ members }: Measured, tool: string, pointer: string): MeasuredMember | undefined {
  return members.find((each) => each.about === `call ${tool}` && each.pointer === pointer);
}

const json = (result: object) => ({ content: [{ type: 'text', text: JSON.stringify(result) }] });

describe('a measurement', () => {
  verifies('canary.report');

  it('finds what a host passes on as it is, with its place', () => {
    const plain = measured({});
    expect(ofTool(plain, 'canary_full', '/description')).toMatchObject({ arrival: 'unchanged' });
    expect(ofTool(plain, 'canary_full', '/title')).toMatchObject({ arrival: 'absent' });
    expect(ofTool(plain, 'canary_keywords', '/inputSchema/properties/count/maximum')).toMatchObject(
      {
        arrival: 'unchanged',
        at: expect.stringMatching(/^\/tools\/\d+\/input_schema\/properties\/count\/maximum$/),
      },
    );
    expect(ofCall(plain, 'canary_text_two', '/result/content/1/text')).toMatchObject({
      arrival: 'unchanged',
      at: '/0/content/0/content/1/text',
    });
    expect(ofCall(plain, 'canary_is_error', '/result/isError')).toMatchObject({
      arrival: 'unchanged',
    });
    expect(Object.keys(plain.tools)).toHaveLength(47);
  });

  it('tells of results that arrive as JSON text, lists and flags too', () => {
    const whole = measured({ result: json });
    for (const [tool, pointer] of [
      ['canary_meta', '/result/_meta/canary.invalid~1result'],
      ['canary_audience', '/result/content/0/annotations/audience/0'],
      ['canary_is_error', '/result/isError'],
      ['canary_image', '/result/content/0/data'],
      ['canary_structured_text', '/result/structuredContent/number'],
      ['canary_long', '/result/content/0/text'],
    ] as const)
      expect([tool, ofCall(whole, tool, pointer)?.arrival]).toEqual([tool, 'inlined']);
  });

  it('tells how much of a long text is left, and from where', () => {
    const cut = measured({
      result: (result) => {
        const text = JSON.stringify(result);
        const kept = `${text.slice(0, 1000)} … ${text.slice(-500)}`;
        return { content: text.length > 5000 ? kept : text };
      },
    });
    const long = ofCall(cut, 'canary_long', '/result/content/0/text');
    expect(long).toMatchObject({ arrival: 'truncated' });
    expect(long?.note).toMatch(/^1503 of 60000 characters: 0–\d+, 59\d+–59\d+/);
  });

  it('tells of texts that stand in other texts, and of other values', () => {
    const other = measured({
      system: `Instructions: ${'CNRY-instructions-x7'} and no more`,
      tool: ({ name, description, inputSchema }) => ({
        name: `mcp__canary__${String(name)}`,
        description: `From the server canary: ${String(description)}`,
        input_schema: { ...(inputSchema as object), additionalProperties: true },
      }),
    });
    expect(ofTool(other, 'canary_full', '/description')).toMatchObject({ arrival: 'wrapped' });
    expect(ofTool(other, 'canary_full', '/name')).toMatchObject({
      arrival: 'renamed',
      note: 'mcp__canary__canary_full',
    });
    expect(ofTool(other, 'canary_full', '/inputSchema/additionalProperties')).toMatchObject({
      arrival: 'rewritten',
      note: 'true',
    });
    expect(other.tools['canary_text_one']?.added).toContainEqual([
      '/input_schema/additionalProperties',
      true,
    ]);
    const instructions = other.members.find(({ pointer }) => pointer === '/result/instructions');
    expect(instructions).toMatchObject({ arrival: 'truncated', at: '/system' });
  });

  it('says which tools were not offered, and whose results did not come', () => {
    const some = measured({
      tool: (tool) => (tool['description'] === undefined ? undefined : { ...tool }),
    });
    expect(some.tools).not.toHaveProperty('canary_no_description');
    expect(ofTool(some, 'canary_no_description', '')).toMatchObject({ note: 'not offered' });
    const lines = captureOf({}).split('\n');
    const half = measure(locate(readCapture(lines.slice(0, 3).join('\n'), 'half.ndjson')));
    expect(ofCall(half, 'canary_text_two', '/result/content/0/text')).toMatchObject({
      arrival: 'absent',
      note: 'the host did not come back',
    });
    expect(ofCall(half, 'canary_image', '/result/content/0/data')).toMatchObject({
      note: 'not called',
    });
  });

  it('reads bodies that came on several lines', () => {
    const lines = captureOf({})
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const spread = lines.map(({ body, ...rest }) =>
      JSON.stringify(body ? { ...rest, bodyText: JSON.stringify(body, null, 2) } : rest),
    );
    const read = readCapture(spread.join('\n'), 'spread.ndjson');
    expect(measure(locate(read))).toEqual(measured({}));
  });

  it('takes a text with the characters of patterns for what it is', () => {
    const framed = measured({
      result: (result) => {
        const [block] = (result['content'] ?? []) as { text?: string }[];
        return { content: `<output>${block?.text ?? ''}</output>` };
      },
    });
    expect(ofCall(framed, 'canary_characters', '/result/content/0/text')).toMatchObject({
      arrival: 'wrapped',
    });
  });

  it('becomes a table in which each kind of member is one line', () => {
    const plain = measured({});
    const lines = [...measuredLines(plain, summarise(plain), { width: 90, colour: 'none' })];
    expect(lines[0]).toBe('anthropic-messages · 48 requests · 47 tools offered');
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}instructions +absent$/));
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}\$defs +unchanged$/));
    expect(lines).toContainEqual(
      expect.stringMatching(/^ {2}canary_text_one +unchanged text {2}CNRY-result-text-one/),
    );
    expect(lines.filter((line) => line.length > 90)).toEqual([]);
  });

  it.each([
    ['{"type":"header","format":"sadap"}\n', /is no capture/],
    ['nonsense\n', /line 1: no JSON object/],
    ['', /is no capture/],
    ['{"type":"header","format":"sadap-canary","version":1}\n', /has no request/],
  ])('refuses %j', (text, message) => {
    expect(() => readCapture(text, 'file.ndjson')).toThrow(message);
  });
});
