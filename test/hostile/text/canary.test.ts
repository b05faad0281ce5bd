import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { APIS } from '../../../src/targets/canary/model/apis.ts';
import { target } from '../../fuzz/targets/canary.ts';
import { emptyFolder } from '../../support/sadap.ts';
import { scaled } from '../../support/soak.ts';
import { verifies } from '../../support/verifies.ts';
import { NESTED } from '../size/bombs.ts';
import { ending } from '../size/endings.ts';
import { TEXTS, trial } from './trial.ts';

// The program runs one command and ends; here one process runs them all.
process.setMaxListeners(0);

const header = '{"type":"header","format":"sadap-canary","version":1}';
/** What a host chooses in what it sends: each is tried alone, so that the rest is still understood. */
const PLACES = [
  /(?<=mcp__canary__canary_text_one|canary_text_one|"model":"m)(?=")/g,
  /(?<=CNRY[\w-]*|"go|"description":"d)(?=")/g,
  /(?<="q|"a|call_0001|"go)(?=")/g,
];

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** A capture of the model of the canary. */
function captureOf(api: string, bodies: readonly string[]): string {
  const lines = bodies.map((body, seq) => {
    const calls = '[{"tool":"canary_text_one","id":"call_0001","name":"canary_text_one"}]';
    return `{"seq":${seq},"api":"${api}","body":${body},"calls":${calls}}`;
  });
  return [header, ...lines].join('\n');
}

describe('a host whose every text is hostile', () => {
  verifies('hostile:text');

  it.each(TEXTS.slice(0, scaled(1, TEXTS.length)))(
    'does nothing in the report on its capture: %s',
    async (_, text) => {
      const { harm, run } = trial();
      const file = join(emptyFolder(), 'capture.ndjson');
      for (const [nth, { name }] of APIS.entries())
        for (const place of PLACES) {
          const bodies = String(target.seeds[nth]).replaceAll(place, () => inJson(text));
          writeFileSync(file, captureOf(name, bodies.split('\n')));
          await run('colour', 'canary', 'report', file, '--color', 'always');
          await run('json', 'canary', 'report', file, '--json');
          await run('colour', 'canary', 'report', file, '--against', 'claude-code');
        }
      expect(harm).toEqual([]);
    },
  );

  it.each(Object.entries(NESTED))(
    'ends in its usual way for 10,000 levels of %s',
    async (_, json) => {
      const file = join(emptyFolder(), 'capture.ndjson');
      const bodies = [
        `{"model":"m","tools":[{"name":"canary_text_one","description":"CNRY-text-description","input_schema":${json}}],"messages":${json}}`,
        `{"model":"m","tools":${json},"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_0001","content":${json}}]}]}`,
        json,
      ];
      for (const { name } of APIS.slice(0, scaled(1, APIS.length))) {
        writeFileSync(file, captureOf(name, bodies));
        for (const flags of [[], ['--json'], ['--against', 'claude-code']])
          expect((await ending(['canary', 'report', file, ...flags])).wrong).toEqual([]);
      }
    },
  );
});
