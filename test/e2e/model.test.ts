import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusedBy } from '../support/api-formats/check.ts';
import { countServer } from '../support/count-api.ts';
import { bin, sadap } from '../support/sadap.ts';
import { samplePath } from '../support/samples.ts';
import { verifies } from '../support/verifies.ts';

const file = samplePath('asrama-sdk-v1');

function linesOf(text: string): { readonly [member: string]: unknown }[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly [member: string]: unknown });
}

describe('sadap model', () => {
  it('prints each request with what is new in it', async () => {
    verifies('model/turns');
    const { status, stdout, stderr } = await sadap(['model', file]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^turn 1 .*4 tools #6, ‹the user’s words›/m);
    expect(stdout).toMatch(/^ +→ mcp__asrama__cari_anak \{"kelas":"7A"\} {2}#7$/m);
    expect(stdout).toMatch(/^turn 2 .*\+ result of cari_anak #8/m);
  });

  it('prints one request, with the message that each part comes from', async () => {
    verifies('model/turn');
    const { stdout } = await sadap(['model', file, '--turn', '2', '--width', '120']);
    expect(stdout).toMatch(/"name": "mcp__asrama__cari_anak", +reads #6$/m);
    expect(stdout).toMatch(/"input": \{"kelas":"7A"\} +wrote #7$/m);
    expect(stdout).toMatch(/"text": "‹the user’s words›" +not recorded$/m);
    const { status, stderr } = await sadap(['model', file, '--turn', '9']);
    expect(status).toBe(2);
    expect(stderr).toContain('--turn wants a whole number from 1 to 8');
    const both = await sadap(['model', file, '--turn', '1', '--cost']);
    expect([both.status, both.stdout]).toEqual([2, '']);
  });

  it.each([
    ['claude-messages', 'anthropic', []],
    ['cline', 'openai-chat', ['--host', 'vscode-copilot']],
    ['codex-cli', 'openai-responses', ['--host', 'codex-cli']],
    ['gemini-cli', 'gemini', ['--host', 'gemini-cli']],
  ] as const)('prints a body that can be sent: %s', async (_host, api, more) => {
    verifies('model/body');
    const { stdout } = await sadap(['model', file, ...more, '--as', 'request', '--model', 'm-1']);
    const [body] = linesOf(stdout);
    expect(refusedBy(api, body)).toEqual([]);
    if (api !== 'gemini') expect(body?.['model']).toBe('m-1');
  });

  it('prints a line for each turn, the request last and spelled as it would be sent', async () => {
    verifies('model/json');
    const { stdout } = await sadap(['model', file, '--json']);
    const [head, first, ...others] = linesOf(stdout);
    expect(head).toMatchObject({ type: 'model', host: 'claude-messages', requests: 8 });
    expect(others).toHaveLength(7);
    expect(Object.keys(first ?? {})).toEqual([
      'type',
      'turn',
      'conversation',
      'answeredAt',
      'tools',
      'answer',
      'calls',
      'cost',
      'pieces',
      'request',
    ]);
    expect(first?.['pieces']).toContainEqual({
      pointer: '/tools/0/name',
      length: 22,
      origin: 'read',
      message: '6',
      from: '/result/tools/0/name',
    });
  });

  it('prints what each thing costs, the dearest first, as text and as lines', async () => {
    verifies('model/cost');
    const { stdout } = await sadap(['model', file, '--cost', '--json']);
    const lines = linesOf(stdout);
    const prices = lines.filter((each) => each['type'] === 'price');
    const sum = prices.reduce((all, each) => all + Number(each['totalTokens']), 0);
    expect(lines.at(-1)).toMatchObject({ type: 'total', requests: 8, tokens: sum });
    expect(Object.keys(lines.at(-2) ?? {})).toEqual([
      'type',
      'envelope',
      'read',
      'wrote',
      'dropped',
      'host',
      'deferred',
      'fails',
      'unknown',
      'added',
    ]);
    const amounts = ['bytes', 'tokens', 'turns', 'totalBytes', 'totalTokens'];
    expect(prices.map((each) => Object.keys(each))).toEqual([
      ...Array.from({ length: 4 }, () => ['type', 'what', 'name', 'tool', 'calls', ...amounts]),
      ...Array.from({ length: 6 }, () => ['type', 'what', 'message', 'tool', ...amounts]),
      ...Array.from({ length: 3 }, () => ['type', 'what', ...amounts]),
    ]);
    const { stdout: text } = await sadap(['model', file, '--cost', '--width', '100']);
    expect(text).toMatch(/^tools +each +turns +in all +calls$/m);
    expect(text).toMatch(/^mcp__asrama__cari_anak +\d+ +8 +[\d,]+ +1 +\d+ % +▪+$/m);
    expect(text).toMatch(/^read by the model/m);
  });

  it('takes the form of requests for a host that speaks several APIs, and for no other', async () => {
    verifies('model/api');
    const chat = await sadap([
      'model',
      file,
      '--host',
      'zed',
      '--api',
      'openai-chat',
      '--as',
      'request',
    ]);
    expect(refusedBy('openai-chat', linesOf(chat.stdout)[0])).toEqual([]);
    const { status, stderr } = await sadap([
      'model',
      file,
      '--host',
      'codex-cli',
      '--api',
      'gemini',
    ]);
    expect(status).toBe(2);
    expect(stderr).toContain('the rules of codex-cli hold for openai-responses alone');
  });
});

describe('sadap model --exact-tokens', () => {
  const key = { ANTHROPIC_API_KEY: 'sk-of-the-test', GEMINI_API_KEY: 'g-of-the-test' };
  const exact = ['model', file, '--exact-tokens', '--model', 'm-1'];

  it('sends nothing without a yes, and says what it would send', async () => {
    verifies('counting/consent');
    const server = await countServer();
    const env = { ...key, ANTHROPIC_BASE_URL: server.url };
    const { status, stdout, stderr } = await sadap(exact, { env });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /8 requests with [\d.]+ kB of this recording .* would go to http:\/\/127/,
    );
    expect(stderr).toContain('add --yes');
    expect(server.requests).toEqual([]);
  });

  // `script` (util-linux) makes the terminal.
  it.runIf(existsSync('/usr/bin/script')).each([
    ['y', 8, 0],
    ['n', 0, 2],
  ])('asks on a terminal; %s sends %i requests', async (answer, sent, code) => {
    verifies('counting/consent');
    const server = await countServer();
    const line = [process.execPath, bin, ...exact].map((word) => `'${word}'`).join(' ');
    const child = spawn('script', ['-qec', line, '/dev/null'], {
      env: { ...process.env, ...key, ANTHROPIC_BASE_URL: server.url, TERM: 'dumb' },
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (!output.includes('[y/N]') && (output + chunk).includes('[y/N]')) {
        expect(server.requests).toEqual([]);
        child.stdin.write(`${answer}\n`);
      }
      output += chunk;
    });
    const [status] = await once(child, 'close');
    expect([status, server.requests.length], output).toEqual([code, sent]);
  });

  it('sends nothing without a key or the name of a model, even with a yes', async () => {
    verifies('counting/consent');
    const server = await countServer();
    const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: '' };
    const { status, stderr } = await sadap([...exact, '--yes'], { env });
    expect(status).toBe(2);
    expect(stderr).toContain('--exact-tokens needs a key in ANTHROPIC_API_KEY');
    const nameless = await sadap(['model', file, '--exact-tokens', '--yes'], {
      env: { ...env, ...key },
    });
    expect(nameless.stderr).toContain('needs the name of a model');
    expect(server.requests).toEqual([]);
  });

  it('sends nothing when it was not asked to, whatever the environment holds', async () => {
    verifies('counting/consent');
    const server = await countServer();
    const env = { ...key, ANTHROPIC_BASE_URL: server.url };
    for (const more of [
      [],
      ['--cost'],
      ['--turn', '1'],
      ['--as', 'request'],
      ['--json'],
      ['--yes'],
    ])
      expect((await sadap(['model', file, ...more], { env })).status).toBe(0);
    expect(server.requests).toEqual([]);
  });

  it('has each request counted by the API of Claude, and shows that in place of the estimate', async () => {
    verifies('counting/exact');
    const server = await countServer();
    const env = { ...key, ANTHROPIC_BASE_URL: server.url };
    const { status, stdout, stderr } = await sadap([...exact, '--yes'], { env });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^turn 1 .* 1,000 /m);
    expect(stdout).toMatch(/^turn 8 .* 1,007 /m);
    expect(server.requests).toHaveLength(8);
    const body = JSON.parse(server.requests[7]?.body ?? '') as object;
    expect(refusedBy('anthropic', { ...body, max_tokens: 1 })).toEqual([]);
    expect(body).not.toHaveProperty('max_tokens');
    expect(stdout + stderr).not.toContain('sk-of-the-test');
  });

  it('has one request counted by the API of Gemini', async () => {
    verifies('counting/exact');
    const server = await countServer();
    const env = { ...key, GOOGLE_GEMINI_BASE_URL: server.url };
    const more = ['--host', 'gemini-cli', '--turn', '2', '--yes', '--json'];
    const { stdout } = await sadap([...exact, ...more], { env });
    expect(linesOf(stdout)[1]).toMatchObject({ turn: 2, exactTokens: 1000 });
    expect(server.requests).toHaveLength(1);
  });

  it('has the rent of each tool counted: a request with it less the same without it', async () => {
    verifies('counting/exact');
    const server = await countServer();
    const env = { ...key, ANTHROPIC_BASE_URL: server.url };
    const { stdout, stderr } = await sadap([...exact, '--cost', '--yes', '--json'], { env });
    // Eight requests, and the last one without each of four tools.
    expect(stderr).toContain('12 requests');
    expect(server.requests).toHaveLength(12);
    const tools = server.requests
      .slice(8)
      .map(({ body }) => (JSON.parse(body) as { readonly tools: readonly object[] }).tools.length);
    expect(tools).toEqual([3, 3, 3, 3]);
    const prices = linesOf(stdout).filter((each) => each['what'] === 'tool');
    // The stand-in counts up with each request, so the last of the eight has 1007.
    expect(prices.map((each) => each['tokens'])).toEqual([-1, -2, -3, -4]);
    expect(prices.every((each) => each['counted'] === true)).toBe(true);
    expect(linesOf(stdout).at(-1)).toMatchObject({ tokens: 8 * 1000 + 28 });
  });

  it('sends nothing for a format whose tokens are counted here', async () => {
    verifies('counting/consent');
    const { status, stderr } = await sadap([...exact, '--host', 'codex-cli', '--yes'], {
      env: key,
    });
    expect(status).toBe(0);
    expect(stderr).toContain('nothing is sent: tokens of OpenAI Responses are counted here');
  });

  it('fails with one line when the API refuses', async () => {
    verifies('counting/apis');
    const server = await countServer({ status: 404, message: 'model: m-1' });
    const env = { ...key, ANTHROPIC_BASE_URL: server.url };
    const { status, stdout, stderr } = await sadap([...exact, '--yes'], { env });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /did not count the tokens: 404 model: m-1\n +is the name of the model right/,
    );
  });
});

describe('the page about the request that the model gets', () => {
  const root = join(import.meta.dirname, '..', '..');
  const page = join(root, 'docs', 'how-to', 'see-the-request-that-the-model-gets.md');

  it('shows what the program prints, line by line', async () => {
    verifies('model/page');
    const blocks = [
      ...readFileSync(page, 'utf8').matchAll(/```console\n\$ sadap ([^\n]*)\n([^`]*)```/g),
    ];
    expect(blocks).toHaveLength(2);
    for (const [, command = '', shown = ''] of blocks) {
      const { stdout } = await sadap(command.split(' '), { cwd: root });
      const printed = stdout.split('\n');
      for (const line of shown.trimEnd().split('\n'))
        if (line !== '…') expect(printed).toContain(line);
    }
  });
});
