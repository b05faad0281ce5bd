import { describe, expect, it } from 'vitest';
import { callStep } from '../../../src/capture/calls.ts';
import { labelOf } from '../../../src/capture/label.ts';
import { nearest } from '../../../src/capture/script/suggest.ts';
import { StderrSplitter } from '../../../src/capture/stderr.ts';
import fc from '../../support/fast-check.ts';
import { verifies } from '../../support/verifies.ts';

describe('the name of a server', () => {
  it.each([
    ['node server.js', 'server'],
    ['/usr/bin/node --inspect /srv/notes/build/notes.mjs', 'notes'],
    ['npx -y @modelcontextprotocol/server-memory@1.2.3', 'server-memory'],
    ['npx -y kubernetes-mcp-server@0.0.67', 'kubernetes-mcp-server'],
    ['uv run weather.py', 'weather'],
    ['docker run -i --rm ghcr.io/acme/files:latest', 'files-latest'],
    ['./bin/server.exe --port 1', 'server'],
    ['node -e process.exit(3)', 'node'],
    ['docker run -e KEY=1 acme/notes', 'notes'],
    ['C:\\tools\\srv.exe', 'srv'],
    ['env KEY=value my-server', 'my-server'],
    ['node', 'node'],
    ['node env.mjs', 'env'],
  ])('%s', (command, label) => {
    expect(labelOf(command.split(' '))).toBe(label);
  });
});

describe('a call on the command line', () => {
  it.each([
    ['', 'expected the name of a tool first'],
    ['{"a":1}', 'expected the name of a tool first'],
    ['tool {"a":', 'the arguments are no JSON'],
    ['tool [1]', 'the arguments must be a JSON object'],
    ['tool more', 'the arguments are no JSON'],
  ])('%j is refused', (text, why) => {
    expect(() => callStep(text)).toThrow(why);
  });
});

describe('the nearest word', () => {
  it.each([
    ['tool/call', 'tools/call'],
    ['Initialize', 'initialize'],
    ['zzz', undefined],
  ])('%s', (found, expected) => {
    expect(nearest(found, ['initialize', 'tools/call', 'ping'])).toBe(expected);
  });
});

describe('standard error', () => {
  it('comes out as it went in, however it is cut', () => {
    verifies('capture:stderr-drained');
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\n', '\r', 'ä'.repeat(20_000)),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.integer({ min: 1, max: 70_000 }), (pieces, size) => {
        const whole = Buffer.from(pieces.join(''));
        const splitter = new StderrSplitter();
        const out = [];
        for (let at = 0; at < whole.length; at += size)
          out.push(...splitter.push(whole.subarray(at, at + size)));
        out.push(...splitter.end());
        const bytes = out.flatMap((line) => [line.bytes, Buffer.from(line.eol)]);
        expect(Buffer.concat(bytes).equals(whole)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('is cut into pieces between characters', () => {
    verifies('capture:stderr-drained');
    const splitter = new StderrSplitter();
    const whole = Buffer.from(`x${'ä€🎉'.repeat(30_000)}`);
    for (let at = 0; at < whole.length; at += 16_387) {
      const pieces = splitter.push(whole.subarray(at, at + 16_387));
      expect(pieces.length).toBeLessThanOrEqual(1);
      for (const { bytes } of pieces) expect(bytes.toString()).not.toContain('\ufffd');
    }
  });

  it('keeps the last lines that say something', () => {
    const splitter = new StderrSplitter();
    splitter.push(Buffer.from('1\n\n2\n3\n4\n5\n6\n \n'));
    expect(splitter.lastWords).toEqual(['2', '3', '4', '5', '6']);
  });

  it('keeps no colours of a terminal', () => {
    const splitter = new StderrSplitter();
    splitter.push(Buffer.from('\u001b[1;31mfatal\u001b[0m: [no] such file\n'));
    expect(splitter.lastWords).toEqual(['fatal: [no] such file']);
  });

  it('keeps the line that names the failure, however long the stack behind it', () => {
    verifies('capture:dies-early');
    const splitter = new StderrSplitter();
    splitter.push(Buffer.from('ready\nx.js:3\n  const = 5\n\nSyntaxError: Unexpected token\n'));
    splitter.push(
      Buffer.from(`${'    at load (node:internal/error:1:1)\n'.repeat(20)}\nNode.js v20\n`),
    );
    expect(splitter.lastWords).toEqual(['SyntaxError: Unexpected token']);
  });
});
