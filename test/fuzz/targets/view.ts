import { rules } from '../../../src/check/registry.ts';
import { renderCheckJson } from '../../../src/view/json/check.ts';
import { renderSessionJson } from '../../../src/view/json/session.ts';
import { checkReport } from '../../../src/view/reports/check.ts';
import { renderJunit } from '../../../src/view/reports/junit.ts';
import { renderSarif } from '../../../src/view/reports/sarif.ts';
import { renderCheck } from '../../../src/view/terminal/check.ts';
import { renderSession } from '../../../src/view/terminal/session.ts';
import { renderSummary } from '../../../src/view/terminal/summary.ts';
import { widthOf as columnsOf } from '../../../src/view/terminal/width.ts';
import { printable, viewed } from '../session.ts';
import { conversations } from '../support.ts';
import { type FuzzTarget, holds } from '../target.ts';

/** What people see of any session, in a terminal, as JSON, as reports. */
export const target: FuzzTarget = {
  promise:
    'any session is shown without control characters, no line wider than asked for; JSON and reports parse',
  seeds: conversations,
  words: [
    '\u001b[31m',
    '\u202e',
    '\u0085',
    '\u2028',
    '\\u001b',
    '\\u202e',
    '\\ud800',
    '\ufeff',
    '</script>',
    '|',
    '`',
  ],
  longest: 4096,
  run: (bytes) => {
    const view = viewed(bytes);
    const width = 40 + (bytes.length % 100);
    const style = { width, colour: 'none', now: 0 } as const;
    const lines = [
      ...renderSession(view, { ...style, full: bytes.length % 2 === 0 }),
      ...renderSummary(view, style),
    ];
    printable(lines, 'the view');
    for (const line of lines) holds(columnsOf(line) <= width, `a line fits: ${line}`);
    for (const line of renderSessionJson(view)) JSON.parse(line);
    const checked = [{ session: view.session, findings: view.findings, suppressed: [], rules }];
    printable(renderCheck(checked, style), 'the check');
    for (const line of renderCheckJson(checked)) JSON.parse(line);
    const report = checkReport(checked, 'problem', '0.0.0');
    JSON.parse(renderSarif(report));
    for (const line of renderJunit(report))
      holds(!/(?![\t\n\r])\p{Cc}/u.test(line), 'XML has no control characters');
  },
};
