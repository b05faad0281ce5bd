import { callStep } from '../../../src/capture/calls.ts';
import { paramsText } from '../../../src/capture/json-text.ts';
import { listenAddressOf, upstreamOf } from '../../../src/capture/proxy/addresses.ts';
import { ignoredPointers, unfolded } from '../../../src/cli/comparing.ts';
import { redactionRules } from '../../../src/cli/redaction.ts';
import { assignments, millisecondsOf, portOf, wholeNumber } from '../../../src/cli/values.ts';
import { pointerSteps, pointerTo } from '../../../src/model/json.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { readWishes } from '../../../src/reading/sensitive/wishes.ts';
import { Redactor } from '../../../src/secrets/redactor.ts';
import { seqRanges } from '../../../src/view/terminal/filter.ts';
import { isJson } from '../../../src/wire/json.ts';
import { orRefused } from '../support.ts';
import { type FuzzTarget, holds, same } from '../target.ts';

/** Values of flags, each read as a value of every flag. */
export const target: FuzzTarget = {
  promise: 'any value of a flag is understood or refused in one line',
  seeds: [
    'find {"class":"7A","n":[1,2.50]}',
    '"my tool" {"a":"\\u00e9"}',
    'http://127.0.0.1:3000/mcp?x=1',
    '[::1]:8765',
    'NAME=value',
    '4..9,11..,..3',
    '0.5',
    '/result/content/*/te~1xt~0',
    'ticket=/T-\\d+/i',
    'nik,pattern:email,regex:a+,*_wali',
    'claude-code:x',
  ],
  longest: 512,
  run: (bytes) => {
    // A message quotes the value; that of more lines has more lines.
    const text = bytes.toString('utf8').replaceAll(/[\r\n]/g, ' ');
    const call = orRefused(() => callStep(text));
    if (call?.action.kind === 'request' && call.action.params) {
      const params = paramsText(call.action.params);
      holds(isJson(Buffer.from(params)), 'the parameters of a call are JSON');
      holds(!/[\r\n]/.test(params), 'they are one line');
    }
    orRefused(() => upstreamOf(text));
    orRefused(() => listenAddressOf(text));
    orRefused(() => assignments('--env', [text]));
    const numbers = [
      orRefused(() => portOf('--port', text)),
      orRefused(() => wholeNumber('--n', text, 1, 9)),
      orRefused(() => millisecondsOf('--timeout', text)),
    ];
    for (const each of numbers)
      holds(each === undefined || (Number.isFinite(each) && each >= 0), 'a number is one');
    for (const { from, to } of seqRanges(text) ?? []) holds(from <= to, 'a range goes up');
    orRefused(() => ignoredPointers({ ignore: [text] }));
    orRefused(() => unfolded({ fold: [text] }));
    orRefused(() => profileOf(text));
    orRefused(() => readWishes([text]));
    // A pattern of the user may match nothing, or everything.
    for (const options of [{ member: [text] }, { pointer: [text] }, { keep: [text] }])
      orRefused(() => new Redactor(redactionRules(options)).json(Buffer.from('{"a":{"b":["x"]}}')));
    orRefused(() => redactionRules({ pattern: [text] }));
    const steps = pointerSteps(text);
    if (steps) same(steps.reduce(pointerTo, ''), text, 'a pointer taken apart and put together');
  },
};
