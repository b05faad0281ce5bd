import type { Report, ReportResult } from '../../../../src/view/reports/report.ts';

const result: ReportResult = {
  rule: 'framing/stray-output',
  level: 'problem',
  message: '1 line on stdout is no message: "Ready <b>\u001b[31m & [now](http://x)"',
  fix: 'Print to stderr.',
  places: [
    { file: 'runs/räum 1/a:b.ndjson', line: 4, byteOffset: 310, inside: '#2 offset 0' },
    { file: 'runs/räum 1/a:b.ndjson', line: 9 },
  ],
  fails: true,
};

/** A report with everything that one can hold. */
export const sample: Report = {
  version: '0.1.0',
  rules: [
    { id: 'framing/stray-output', level: 'problem', summary: 'lines that are no message' },
    {
      id: 'framing/crlf',
      level: 'note',
      summary: 'lines that end in CRLF',
      help: 'Some *peers* stumble.',
      url: 'https://example.org/rules.md#crlf',
    },
  ],
  suites: [
    {
      name: 'a.ndjson',
      cases: [
        { name: 'framing/stray-output', seconds: 0.25, results: [result] },
        {
          name: 'framing/crlf',
          results: [
            {
              rule: 'framing/crlf',
              level: 'note',
              message: 'CRLF',
              places: [],
              fails: false,
              suppressed: 'a "known" proxy',
            },
          ],
        },
      ],
    },
    {
      name: 'b.ndjson',
      cases: [
        { name: 'framing/crlf', results: [] },
        { name: 'step 2', results: [], skipped: 'the server ended' },
      ],
    },
  ],
};
