import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { emptyFolder } from '../../support/sadap.ts';
import { verifies } from '../../support/verifies.ts';
import { ATTACKS } from './attacks.ts';
import { trial } from './trial.ts';

// The program runs one command and ends; here one process runs them all.
process.setMaxListeners(0);

afterEach(() => vi.unstubAllEnvs());

const quoted = (text: string) => JSON.stringify(text);

/** A TOML text holds any character but controls, which are escaped; a lone surrogate is none. */
const inToml = (text: string) =>
  quoted(Buffer.from(text).toString()).replaceAll(
    /[\x7f-\x9f]/g,
    (each) => `\\u00${each.charCodeAt(0).toString(16)}`,
  );

/** A configuration in which every text that a host leaves open is this one. */
function jsonc(text: string): string {
  const t = quoted(text);
  return `{ "mcpServers": {
    ${t}: { "command": ${t}, "args": [${t}, "x"], "env": { ${t}: ${t} }, "cwd": ${t}, ${quoted(`${text}x`)}: ${t} },
    ${quoted(`${text}-2`)}: { "command": "node", "args": ["--token", ${t}, ${t}] },
    ${quoted(`${text}-3`)}: { "url": ${quoted(`http://${text}/`)}, "headers": { ${t}: ${t} } },
    ${quoted(`${text}-4`)}: ${t}
  } }\n`;
}

function toml(text: string): string {
  const t = inToml(text);
  return [
    `[mcp_servers.${t}]`,
    `command = ${t}`,
    `args = [${t}, "x"]`,
    `env = { ${t} = ${t} }`,
    `[mcp_servers.${inToml(`${text}-2`)}]`,
    'command = "node"',
    `args = [${t}]`,
    '',
  ].join('\n');
}

describe('a configuration in which every text is hostile', () => {
  verifies('hostile:text', 'wrap.round-trip');

  it.each(ATTACKS)(
    'does nothing when it is listed, wrapped and unwrapped: $name',
    async ({ text }) => {
      const home = emptyFolder();
      vi.stubEnv('HOME', home).stubEnv('CODEX_HOME', home).stubEnv('CLAUDE_CONFIG_DIR', home);
      mkdirSync(join(home, '.cursor'));
      const { harm, run } = trial();
      const configurations = [
        ['cursor', join(home, '.cursor', 'mcp.json'), jsonc(text)],
        ['codex', join(home, 'config.toml'), toml(text)],
      ] as const;
      for (const [, file, content] of configurations) writeFileSync(file, content);
      writeFileSync(join(home, '.claude.json'), jsonc(text));
      await run('terminal', 'wrap', '--list');
      await run('colour', 'wrap', '--list', '--color', 'always');
      await run('json', 'wrap', '--list', '--json');
      for (const [host, file] of configurations) {
        const before = readFileSync(file, 'utf8');
        const at = ['--config', file];
        await run('terminal', 'wrap', host, '--dry-run', ...at);
        expect(readFileSync(file, 'utf8')).toBe(before);
        const shown = await run('terminal', 'wrap', host, '--yes', ...at);
        expect(shown.toString()).toContain('+++ ');
        expect(readFileSync(file, 'utf8')).not.toBe(before);
        await run('terminal', 'wrap', host, '--list', ...at);
        await run('terminal', 'unwrap', host, '--dry-run', ...at);
        await run('terminal', 'unwrap', host, '--yes', ...at);
        expect(readFileSync(file, 'utf8')).toBe(before);
        await run('terminal', 'wrap', host, `${text}-9`, '--dry-run', ...at);
        await run('terminal', 'doctor', '--host', host, `${text}-9`, ...at);
      }
      expect(harm).toEqual([]);
    },
  );
});
