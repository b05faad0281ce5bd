import { describe, expect, it } from 'vitest';
import { renderJunit } from '../../../../src/view/reports/junit.ts';
import fc from '../../../support/fast-check.ts';
import { verifies } from '../../../support/verifies.ts';
import { sample } from './sample.ts';

describe('a report as JUnit XML', () => {
  verifies('view:junit');

  it('has a suite for each subject and a case for each rule or step', () => {
    const lines = [...renderJunit(sample)];
    expect(lines).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="sadap" tests="4" failures="1" errors="0" skipped="1" time="0.250">',
      '  <testsuite name="a.ndjson" tests="2" failures="1" errors="0" skipped="0" time="0.250">',
      '    <testcase classname="a.ndjson" name="framing/stray-output" time="0.250">',
      '      <failure type="framing/stray-output" message="1 line on stdout is no message: &quot;Ready &lt;b&gt;\\u001b[31m &amp; [now](http://x)&quot;">problem framing/stray-output: 1 line on stdout is no message: &quot;Ready &lt;b&gt;\\u001b[31m &amp; [now](http://x)&quot;&#10;at runs/räum 1/a:b.ndjson:4, byte 310 (#2 offset 0)&#10;fix: Print to stderr.</failure>',
      '    </testcase>',
      '    <testcase classname="a.ndjson" name="framing/crlf" time="0.000">',
      '      <system-out>note framing/crlf: CRLF&#10;suppressed: a &quot;known&quot; proxy</system-out>',
      '    </testcase>',
      '  </testsuite>',
      '  <testsuite name="b.ndjson" tests="2" failures="0" errors="0" skipped="1" time="0.000">',
      '    <testcase classname="b.ndjson" name="framing/crlf" time="0.000"/>',
      '    <testcase classname="b.ndjson" name="step 2" time="0.000">',
      '      <skipped message="the server ended"/>',
      '    </testcase>',
      '  </testsuite>',
      '</testsuites>',
    ]);
  });

  it('is well-formed whatever a message holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (message, name) => {
        const result = { rule: 'x', level: 'problem', message, places: [], fails: true } as const;
        const cases = [{ name, results: [result] }];
        const lines = renderJunit({ version: '1', rules: [], suites: [{ name, cases }] });
        for (const line of lines) expect(line).toMatch(WELL_FORMED);
      }),
    );
  });
});

/** One line of the document: tags with quoted attributes, and text without raw markup or controls. */
const WELL_FORMED =
  /^ *(<\?xml [^<>]*\?>|<\/[a-z-]+>|<[a-z-]+( [a-z]+="[^<>"\p{Cc}\p{Cs}]*")*\/?>([^<>"\p{Cc}\p{Cs}]*<\/[a-z-]+>)?)$/u;
