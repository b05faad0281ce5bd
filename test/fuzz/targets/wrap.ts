import { parseConfig } from '../../../src/interop/wrap/config.ts';
import { entriesOf } from '../../../src/interop/wrap/entries.ts';
import { HOSTS } from '../../../src/interop/wrap/hosts.ts';
import { planUnwrap, planWrap } from '../../../src/interop/wrap/plan.ts';
import { parsedByPlatform } from '../../support/platform-json.ts';
import { shapes } from '../../unit/interop/wrap/shapes.ts';
import { orRefused } from '../support.ts';
import { type FuzzTarget, holds, same } from '../target.ts';

const chosen = (): boolean => true;
const program = ['/opt/node', '/opt/sadap/bin/sadap.js'];

/** Configurations of hosts. The first byte says whose it is. */
export const target: FuzzTarget = {
  promise:
    'any configuration that parses is wrapped, wrapped again to the same, and unwrapped to its bytes',
  seeds: shapes.map(({ host, text }) => {
    const index = HOSTS.findIndex(({ id }) => id === host);
    return String.fromCharCode(65 + index) + text;
  }),
  words: [
    '"mcpServers":',
    '"command":',
    '"args":',
    '"url":',
    '"type":',
    '[mcp_servers.a]\n',
    '"""',
    "'''",
    '//',
    '/*',
    '#',
    ',',
    '--label',
    'tee',
  ],
  longest: 4096,
  run: (bytes) => {
    const host =
      HOSTS[((bytes[0] ?? 0) + HOSTS.length - (65 % HOSTS.length)) % HOSTS.length] ?? HOSTS[0];
    if (!host) return;
    const text = bytes.subarray(1).toString('utf8');
    const config = orRefused(() => parseConfig(text, host, 'config'));
    const isJson = parsedByPlatform(text)?.value;
    if (host.format !== 'toml' && isJson && typeof isJson === 'object' && !Array.isArray(isJson))
      holds(config !== undefined, 'what is JSON is a configuration');
    if (!config) return;
    const wrapped = planWrap(config, host, {
      chosen,
      program,
      proxy: () => 'http://127.0.0.1:8765',
    });
    const again = planWrap(wrapped.after, host, {
      chosen,
      program,
      proxy: () => 'http://127.0.0.1:8765',
    });
    same(again.after.text, wrapped.after.text, 'what was wrapped twice');
    // What is wrapped already in the text is unwrapped too.
    if (entriesOf(config.root, host).some(({ state }) => state === 'wrapped')) return;
    const back = planUnwrap(wrapped.after, host, { chosen, backups: [config] });
    same(back.after.text, text, 'what was wrapped and unwrapped');
  },
};
