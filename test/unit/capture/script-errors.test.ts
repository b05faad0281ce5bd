// biome-ignore-all lint/suspicious/noTemplateCurlyInString: scripts write variables like this
import { describe, expect, it } from 'vitest';
import { loadScript } from '../../../src/capture/script/load.ts';
import { parseScript } from '../../../src/capture/script/parse.ts';
import { SadapError } from '../../../src/errors.ts';
import { verifies } from '../../support/verifies.ts';

/** The error of a script: message and hint. */
async function wrong(text: string, file = 'run.yaml'): Promise<{ message: string; hint?: string }> {
  try {
    await parseScript({ file, text }, { SET: 'value', EMPTY: '' });
  } catch (error) {
    if (!(error instanceof SadapError)) throw error;
    expect(error).toMatchObject({ code: 'script-invalid', exitCode: 2 });
    expect(error.message).not.toContain('\n');
    return { message: error.message, ...(error.hint !== undefined && { hint: error.hint }) };
  }
  throw new Error(`the script is fine: ${text}`);
}

describe('what is wrong in a script', () => {
  it('an unknown step: place, choices, the likely one', async () => {
    verifies('capture:script-errors');
    const { message, hint } = await wrong('steps:\n  - open\n  - tools/cal: {name: x}\n');
    expect(message).toMatch(/^run\.yaml:3:5: unknown step "tools\/cal"; expected one of open, /);
    expect(hint).toBe('did you mean tools/call?');
  });

  it.each([
    ['run.yaml', '[', '1:501'],
    ['run.yaml', '- ', '1:1001'],
    ['run.yaml', '{"a":', '1:2497'],
  ])('nesting that nobody writes: %s of %s', async (file, piece, place) => {
    verifies('capture:script-errors');
    const { message } = await wrong(piece.repeat(50_000), file);
    expect(message).toBe(`${file}:${place}: nested deeper than 500 levels`);
  });

  it('nesting that nobody writes in JSON', async () => {
    verifies('capture:script-errors');
    const { message } = await wrong(`${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'run.json');
    expect(message).toBe('run.json:1:502: nested deeper than 500 levels');
  });

  it('in one line, also when what is wrong ends a line', async () => {
    verifies('capture:script-errors');
    const { message } = await wrong('"\\u\n"');
    expect(message).toMatch(/^run\.yaml:1:2: .* "?$/);
  });

  it('several at a time: the first, and the others in the hint', async () => {
    verifies('capture:script-errors');
    const { message, hint } = await wrong(
      'era: moderne\ntimeout: soon\nsteps:\n  - tools/cal: {name: x}\n  - open\n  - ping: {a: 1}\n',
    );
    expect(message).toMatch(/^run\.yaml:1:6: era is "moderne"/);
    const [own, ...others] = hint?.split('\n') ?? [];
    expect(own).toBe('did you mean modern?');
    expect(others).toEqual([
      expect.stringMatching(/^run\.yaml:2:10: timeout is the text "soon"/),
      expect.stringMatching(
        /^run\.yaml:4:5: unknown step "tools\/cal";.* \(did you mean tools\/call\?\)$/,
      ),
      expect.stringMatching(/^run\.yaml:6:12: this step has no "a"/),
    ]);
  });

  it('no more of them than anybody reads', async () => {
    const { hint } = await wrong(`steps: [${'nope, '.repeat(20)}]`);
    expect(hint?.split('\n').at(-1)).toBe('… and 9 more');
  });

  it('nothing to do', async () => {
    verifies('capture:script-errors');
    const { message } = await wrong('era: legacy\nsteps: []');
    expect(message).toBe('run.yaml:2:8: steps is empty: there is nothing to do');
  });

  it('an unknown step that stands alone', async () => {
    const { message, hint } = await wrong('steps: [initialise]');
    expect(message).toMatch(/^run\.yaml:1:9: unknown step "initialise"/);
    expect(hint).toBe('did you mean initialize?');
  });

  it.each([
    ['stepps: [open]', '1:1: a script has no "stepps"', 'did you mean steps?'],
    ['era: modern', '1:1: a script needs steps', undefined],
    ['- open', '1:1: a script is a list; expected a map', undefined],
    ['', '1:1: a script is nothing; expected a map', undefined],
    ['steps: open', '1:8: steps is the text "open"; expected a list', undefined],
    ['steps: [5]', '1:9: a step is the number 5; expected a map', undefined],
    ['steps: [{timeout: 1}]', '1:9: a step needs one of open,', undefined],
    [
      'era: moderne\nsteps: [open]',
      '1:6: era is "moderne"; expected one of auto',
      'did you mean modern?',
    ],
    ['steps: [tools/call]', '1:9: tools/call needs name', undefined],
    ['steps: [{tools/call: {name: 5}}]', '1:29: name is the number 5; expected text', undefined],
    [
      'steps: [{tools/call: {name: a, arguments: [1]}}]',
      '1:43: arguments is a list; expected a map',
      undefined,
    ],
    [
      'steps: [{tools/call: {name: a, args: {}}}]',
      '1:32: tools/call has no "args"; expected one of name, arguments, _meta',
      undefined,
    ],
    [
      'steps:\n- ping:\n  discover:',
      '3:3: a step does one thing; found "ping" and "discover"',
      expect.any(String),
    ],
    [
      'steps: [{ping: , timeout: soon}]',
      '1:27: timeout is the text "soon"; expected a time',
      undefined,
    ],
    [
      'timeout: 99999999999\nsteps: [open]',
      '1:10: timeout is the number 99999999999; expected at most',
      undefined,
    ],
    ['steps: [{ping: , expect: 5}]', '1:26: expect is the number 5; expected a map', undefined],
    [
      'steps:\n- ping:\n  expect:\n    result/x: 1',
      '4:5: "result/x" is no JSON pointer',
      'did you mean /result/x?',
    ],
    ['steps: [{ping: , expect: {/a~2: 1}}]', '1:27: "/a~2" is no JSON pointer', expect.any(String)],
    [
      'steps: [{ping: , expect: {/a: {matches: "["}}}]',
      '1:41: matches: Invalid regular',
      undefined,
    ],
    [
      'steps: [{ping: , expect: {/a: {absent: false}}}]',
      '1:40: absent: false says nothing',
      undefined,
    ],
    [
      'steps: [{ping: , expect: {/a: {absent: true, equals: 1}}}]',
      '1:31: an expectation needs exactly one',
      undefined,
    ],
    ['steps: [{ping: , expect: [{equals: 1}]}]', '1:27: an expectation needs at', undefined],
    [
      'steps: [{notify: {method: a}, expect: {/a: 1}}]',
      '1:31: expect: this step has no answer',
      undefined,
    ],
    ['steps: [{tools/list: , id: 5}]', '1:24: id: only a step that sends one request', undefined],
    ['steps: [{parallel: [open]}]', '1:21: an opening cannot run beside', undefined],
    ['steps: [{raw: "a\\nb"}]', '1:15: raw is one line', undefined],
    ['steps: [{request: {params: {}}}]', '1:19: request needs method', undefined],
    ['steps: [{complete: {argument: {a: b}}}]', '1:20: complete needs exactly one of', undefined],
    [
      'steps: [{complete: {prompt: a, argument: {}}}]',
      '1:42: argument needs exactly one',
      undefined,
    ],
    [
      'server: {command: node x}\nsteps: [open]',
      '1:19: command is text; expected a list',
      expect.any(String),
    ],
    ['server: {command: []}\nsteps: [open]', '1:19: command is empty', undefined],
    ['answers: {a: []}\nsteps: [open]', '1:14: a list of answers needs at least one', undefined],
    ['answers: {a: {error: {}}}\nsteps: [open]', '1:22: an error answer needs code', undefined],
    [
      'steps: [{raw: "${MISSING}"}]',
      '1:15: the variable MISSING is not set',
      expect.stringContaining('${MISSING:-'),
    ],
    ['steps: [{raw: "${a b}"}]', '1:15: ${a b} is no variable', expect.any(String)],
    ['steps: [{raw: "${SET"}]', '1:15: ${SET is no variable', expect.any(String)],
    ['steps: [ping, {wait: .inf}]', '1:22: JSON has no number .inf', undefined],
    ['steps: *nobody', '1:8: ', undefined],
    ['steps: [open', '1:', undefined],
    ['a: 1\na: 2', '2:1: Map keys must be unique', undefined],
  ])('%j', async (text, message, hint) => {
    verifies('capture:script-errors', 'capture:script-variables');
    const found = await wrong(text);
    expect(found.message.startsWith(`run.yaml:${message}`), found.message).toBe(true);
    if (hint !== undefined) expect(found.hint).toEqual(hint);
  });

  it.each([
    ['{"steps": [open]}', '1:12: not JSON: '],
    ['{"steps": ["ä", "ö", "nope"]}', '1:12: unknown step "ä"'],
    ['{\n\t"steps": ["open",\n\t"nope"]\n}', '3:2: unknown step "nope"'],
    ['{"era": "auto", "era": "legacy", "steps": []}', '1:17: the key /era stands here twice'],
  ])('JSON: %j', async (text, message) => {
    verifies('capture:script-errors');
    const found = await wrong(text, 'run.json');
    expect(found.message.startsWith(`run.json:${message}`), found.message).toBe(true);
  });

  it('a file that is not there, or a folder', async () => {
    await expect(loadScript('/no/such.yaml', {})).rejects.toMatchObject({
      code: 'script-invalid',
      message: '/no/such.yaml: there is no such file',
    });
    await expect(loadScript('/', {})).rejects.toMatchObject({ code: 'script-invalid' });
  });

  it('aliases that multiply beyond all measure', async () => {
    const rows = Array.from(
      { length: 8 },
      (_, i) => `  - &a${i + 1} [${`*a${i}, `.repeat(9)}*a${i}]`,
    );
    const { message } = await wrong(
      `answers:\n  x:\n  - &a0 {k: v}\n${rows.join('\n')}\nsteps: [open]`,
    );
    expect(message).toMatch(/^run\.yaml:\d+:\d+: /);
  });

  it('an alias within what it names, and aliases on top of each other', async () => {
    const tower = Array.from({ length: 600 }, (_, i) => `- &a${i + 1} [*a${i}]`);
    for (const text of ['steps: &a [*a]', `- &a0 [x]\n${tower.join('\n')}`]) {
      const { message } = await wrong(text);
      expect(message).toMatch(/^run\.yaml:\d+:\d+: nested deeper than 500 levels$/);
    }
  });

  it('an alias of a name that comes later', async () => {
    const { message } = await wrong('a: *x\nb: &x 1');
    expect(message).toMatch(/^run\.yaml:1:4: /);
  });
});
