import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { argumentsOf, consoleCommands, missingLine } from '../support/console-blocks.ts';
import { sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');

describe('the tutorial', () => {
  verifies('docs:tutorial');

  it('goes as it is written, from a fault to an answer that is kept', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sadap-tutorial-'));
    cpSync(join(docs, 'tutorial'), folder, { recursive: true });
    const commands = consoleCommands(readFileSync(join(docs, 'tutorial.md'), 'utf8'));
    expect(commands.length).toBeGreaterThan(6);
    for (const { command, lines } of commands) {
      const [program, ...args] = argumentsOf(command);
      expect(program).toBe('sadap');
      const { stdout, stderr } = await sadap(args, { cwd: folder });
      expect({ command, missing: missingLine(lines, stdout), stdout, stderr }).toMatchObject({
        command,
        missing: undefined,
      });
    }
  });
});
