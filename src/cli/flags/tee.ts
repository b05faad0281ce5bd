import type { CommandSpec } from '../command-spec.ts';
import { captureRedaction } from '../redaction-flags.ts';
import { dir } from '../shared-flags.ts';

/** By itself, since a host waits for this command to start. */
export const tee: CommandSpec = {
  name: 'tee',
  operands: '[--] <command...>',
  group: 'capture',
  about: 'run a server in its place in a host’s configuration, and record what passes',
  takesCommand: true,
  examples: [
    [
      'sadap tee -- npx -y @modelcontextprotocol/server-memory',
      'as "command" and "args" of a host',
    ],
    ['sadap tee --dir ~/mcp --label memory -- node server.js', 'with a folder and a name'],
  ],
  flags: [
    { spelling: '-o, --output <file>', about: 'recording to write; never overwritten' },
    ...captureRedaction,
    dir,
    { spelling: '--label <name>', about: 'name of the server in file name and view' },
    { spelling: '--max-bytes <n>', about: 'stop recording at this size; traffic goes on' },
    { spelling: '--strict', about: 'end the server when it cannot be recorded' },
    {
      spelling: '--check',
      about: 'say at the end, on standard error, what was wrong; on a terminal that is so anyway',
    },
  ],
};
