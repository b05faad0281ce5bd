import { describe, expect, it } from 'vitest';
import { locate, locatedIn, readCapture, type Sent, sentOf } from '../../../src/measure/index.ts';
import { canaryTools } from '../../../src/targets/canary/tools.ts';
import { verifies } from '../../support/verifies.ts';
import { captureOf, type MadeUpHost } from './host.ts';

function located(host: MadeUpHost) {
  return locate(readCapture(captureOf(host), 'capture.ndjson'));
}

/** As it is kept in a file. */
function kept(host: MadeUpHost): Sent {
  return JSON.parse(JSON.stringify(sentOf(located(host)))) as Sent;
}

/** Cuts texts as hosts do, plain and inside of JSON. */
const CUTS: MadeUpHost = {
  system: `A prompt of the host. ${'x'.repeat(5000)}CNRY-instructions-x7 and more${'y'.repeat(900)}`,
  tool: ({ name, description, inputSchema }) => ({
    name: `mcp__${String(name)}`,
    description: String(description).slice(0, 700),
    parameters: { ...(inputSchema as object), additionalProperties: false },
  }),
  result: (result) => {
    const text = JSON.stringify({ inner: JSON.stringify(result) });
    return { content: text.length < 2000 ? text : `${text.slice(0, 900)}[…]${text.slice(-900)}` };
  },
};

describe('what is kept of a capture', () => {
  verifies('canary.kept');

  it.each([
    ['sends all as it came', {}],
    ['cuts and wraps', CUTS],
  ])('gives back all of it when the host %s', (_, host: MadeUpHost) => {
    const { elsewhere, ...whole } = located(host);
    const { elsewhere: around, ...back } = locatedIn(kept(host));
    expect(back).toEqual(whole);
    expect(around.map(([at]) => at)).toEqual(elsewhere.map(([at]) => at));
  });

  it('has the declarations that a search gave back as text', () => {
    const declared = ({ name, description, inputSchema }: Record<string, unknown>) =>
      `<function>${JSON.stringify({ name: `mcp__${String(name)}`, description, parametersJsonSchema: inputSchema })}</function>`;
    const [tool] = canaryTools();
    const system = `Found: ${declared(tool?.definition ?? {})}<function>no JSON</function>`;
    const { found } = located({ system });
    expect([...found.keys()]).toEqual([tool?.name]);
    expect(found.get(tool?.name ?? '')).toMatchObject({ name: `mcp__${tool?.name}` });
    expect(locatedIn(kept({ system })).found).toEqual(found);
    expect(kept({})).not.toHaveProperty('found');
  });

  it('is short: long texts of the canary are references, prompts of the host are left out', () => {
    expect(JSON.stringify(kept({})).length).toBeLessThan(30_000);
    const { tools, results, elsewhere } = kept(CUTS);
    expect(tools['canary_text_one']?.entry).toEqual({
      name: 'mcp__canary_text_one',
      description: '‹=›',
      parameters: {
        type: 'object',
        properties: '‹=›',
        additionalProperties: false,
      },
    });
    expect(JSON.stringify(results['canary_long'])).toMatch(
      /‹\/result\/content\/0\/text escaped escaped 0-\d+›\[…\]/,
    );
    expect(elsewhere).toEqual([
      ['/system', expect.stringMatching(/^‹…›x+CNRY-instructions-x7 and morey+‹…›$/)],
    ]);
  });
});
