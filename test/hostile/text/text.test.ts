import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../../support/sadap.ts';
import { figure } from '../../support/soak.ts';
import { verifies } from '../../support/verifies.ts';
import { said } from '../in-process.ts';
import { argsOf, nameOf, VIEWS } from '../views.ts';
import { ATTACKS, harmIn } from './attacks.ts';
import { httpRecording, stdioRecording, type Text } from './recording.ts';

// The program runs one command and ends; here one process runs them all.
process.setMaxListeners(0);

const places = new Set<string>();

describe('text of a hostile peer, in every place', () => {
  verifies('hostile:text');

  it.each(ATTACKS)('does nothing in any view: $name', async ({ text }) => {
    const folder = emptyFolder();
    const here: Text = (place) => {
      places.add(place);
      return text;
    };
    const files = [stdioRecording(here), httpRecording(here)].map((bytes, nth) => {
      const file = join(folder, `${nth}.ndjson`);
      writeFileSync(file, bytes);
      return file;
    });
    const harm: string[] = [];
    for (const [nth, file] of files.entries())
      for (const view of VIEWS) {
        const other = files[1 - nth] ?? file;
        const { status, stdout, stderr, bug } = await said(argsOf(view, file, other));
        const name = `${nth === 0 ? 'stdio' : 'HTTP'}: ${nameOf(view)}`;
        if (bug !== undefined) harm.push(`${name}: ${bug}`);
        if (![0, 1, 2].includes(status)) harm.push(`${name}: status ${status}`);
        const found = harmIn(view.form, stdout, view.command !== 'export');
        if (found !== undefined) harm.push(`${name}: ${found}`);
        const told = harmIn('terminal', Buffer.from(stderr));
        if (told !== undefined) harm.push(`${name}, on stderr: ${told}`);
      }
    expect(harm).toEqual([]);
    figure(
      'hostile',
      'hostile texts, each in every place, in every view',
      `${ATTACKS.length} texts × ${places.size} places × ${VIEWS.length} views of two recordings: nothing was acted upon`,
    );
  });
});
