import { suppressionsIn } from '../../../src/cli/suppressions.ts';
import { faultsIn, readFault } from '../../../src/replay/as-server/fault-file.ts';
import { readExpectations } from '../../../src/replay/expect/load.ts';
import { orRefusedLater } from '../support.ts';
import type { FuzzTarget } from '../target.ts';

/** The files that users write: suppressions, expectations and faults. */
export const target: FuzzTarget = {
  promise: 'any text is suppressions, expectations or faults, or refused in one line',
  seeds: [
    'suppress:\n  - { rule: framing/crlf, reason: "our wrapper", server: s, text: t, until: 2027-01-31 }\n',
    'accept:\n  - { rule: answer.*, method: tools/call, tool: a, at: /result/content/*/text, matches: "^a+$", reason: r }\n  - { at: /result, range: [1, ] }\n  - { json: /a, equals: { b: 1 } }\nignore: [/result/_meta]\nno-fold: [all]\nfail-on: breaking\nexecute: true\ntimeout: 5s\n',
    'faults:\n  - { on: tools/call, name: a, times: 2, delay: 2s }\n  - { error: { code: 1, message: m }, slow: 10 }\n  - { malformed: true }\n  - { disconnect: during }\n  - { drop: true }\n',
    'on: tools/call, delay: 2s',
  ],
  words: [
    '- ',
    ': ',
    '{',
    '}',
    '[',
    ']',
    '&a ',
    '*a',
    '|\n',
    '\n  ',
    'rule',
    'answer.*',
    '/result/*',
    '(a+)+$',
  ],
  longest: 4096,
  run: async (bytes) => {
    const source = { file: 'f.yaml', text: bytes.toString('utf8') };
    await orRefusedLater(() => suppressionsIn(source));
    await orRefusedLater(() => readExpectations(source));
    await orRefusedLater(() => faultsIn(source));
    await orRefusedLater(() => readFault(source.text));
  },
};
