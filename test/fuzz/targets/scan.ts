import { isUtf8 } from 'node:buffer';
import { LineScanner } from '../../../src/capture/tee/scan.ts';
import { hintsOf } from '../../../src/recording/hints.ts';
import type { HintBytes } from '../../../src/recording/message-head.ts';
import { isJson } from '../../../src/wire/json.ts';
import { LineSplitter } from '../../../src/wire/lines.ts';
import { TextRuns } from '../../../src/wire/text-runs.ts';
import { chunksOf, type FuzzTarget, holds, same } from '../target.ts';

/** The table that tee looks bytes up in says of every line what the parser says of the whole line. */
export const target: FuzzTarget = {
  promise: "tee's scanner says of lines in any chunks what parser and hints say of whole ones",
  seeds: [
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"id":2}}\n{"id":"a","result":{}}\n',
    '{"method":"a","result":1}\n{"id":{},"method":"b"}\r\n[1,2e5,-0.1,true,null]\n x\n',
    `{"text":"${'long text, '.repeat(60)}","é":"${'é\\n"'.repeat(3)}"}\n"${'𝄞 plain \\\\ '.repeat(50)}"\n`,
    '{"i\\u0064":1,"method" : "é" , "method":"b"}\n{"id":null,"error":{}}\n"\\u00e9"',
  ],
  words: ['"id":', '"method":', '"result":', '"error":', '\\u00', 'true', 'false', 'null', '1e5'],
  run: (bytes) => {
    const scanned = scan([bytes]);
    same(JSON.stringify(scan(chunksOf(bytes))), JSON.stringify(scanned), 'the verdicts on pieces');
    const splitter = new LineSplitter();
    const lines = splitter.push(bytes);
    const last = splitter.end() ?? { bytes: Buffer.alloc(0), eol: '' };
    for (const [index, { bytes: line, eol }] of [...lines, last].entries()) {
      const whole = Buffer.concat([line, Buffer.from(eol === '\r\n' ? '\r' : '')]);
      const found = scanned[index];
      holds(found !== undefined, 'there is a verdict for each line');
      holds(
        found.high === whole.some((byte) => byte >= 0x80) || !found.json,
        'bytes from 0x80 are seen',
      );
      const isWhole = found.json && isUtf8(whole);
      holds(
        isWhole === isJson(whole),
        `the verdict on ${JSON.stringify(whole.toString('latin1'))}`,
      );
      if (!isWhole) continue;
      const { method, id } = hintsOf(whole);
      same(JSON.stringify(found.hints), JSON.stringify({ method, id }), 'the hints');
    }
    holds(scanned.length === lines.length + 1, 'there is no verdict too many');
  },
};

/** The verdicts on all lines, the last of which has no end. */
function scan(chunks: readonly Buffer[]) {
  const scanner = new LineScanner();
  const verdicts: ReturnType<typeof verdict>[] = [];
  const runs = new TextRuns();
  for (const chunk of chunks) {
    runs.enter(chunk);
    for (let start = 0; start < chunk.length; ) {
      const end = scanner.read(chunk, start, runs);
      if (end < chunk.length) verdicts.push(verdict(scanner));
      start = end + 1;
    }
  }
  return [...verdicts, verdict(scanner)];
}

function verdict(scanner: LineScanner) {
  const json = scanner.end();
  const { high, hints } = scanner;
  const text = ({ bytes, length }: HintBytes) =>
    length < 0 ? undefined : Buffer.from(bytes.subarray(0, length)).toString();
  const found = { json, high, hints: { method: text(hints.method), id: text(hints.id) } };
  scanner.reset();
  return found;
}
