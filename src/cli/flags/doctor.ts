import type { CommandSpec } from '../command-spec.ts';
import { colour, json, width } from '../shared-flags.ts';

export const doctor: CommandSpec = {
  name: 'doctor',
  operands: '[--] <command...>',
  group: 'inspect',
  about: 'start a server as hosts do, in both eras, and say what is wrong',
  takesCommand: true,
  examples: [
    ['sadap doctor -- node server.js', 'as Claude Desktop on macOS and VS Code start it'],
    ['sadap doctor --host claude-desktop my-server', 'with command and env of its configuration'],
    ['sadap doctor --env API_KEY=test -- npx -y my-server', 'with a variable that it needs'],
  ],
  flags: [
    {
      spelling: '--host <name>',
      about: 'take the server of this name from the configuration of a host',
    },
    {
      spelling: '--scope <scope>',
      about: 'with --host: only the configuration of the user, or of the project in this folder',
      choices: ['user', 'project'],
    },
    { spelling: '--config <file>', about: 'with --host: a configuration in another place' },
    { spelling: '--env <name=value>', about: 'variable for the server', many: true },
    {
      spelling: '--cwd <folder>',
      about: 'working directory of the server, in place of the hosts’',
    },
    { spelling: '--timeout <seconds>', about: 'longest wait for one answer (30)' },
    { spelling: '--dir <folder>', about: 'keep the recordings of the starts in this folder' },
    json,
    width,
    colour,
  ],
};
