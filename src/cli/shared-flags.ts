/** Flags that several commands take. */
import type { Flag } from './command-spec.ts';

export const colour: Flag = {
  spelling: '--color <when>',
  about: 'colour the output; NO_COLOR, FORCE_COLOR and TERM=dumb are honoured',
  choices: ['auto', 'always', 'never'],
  fallback: 'auto',
};
export const json: Flag = { spelling: '--json', about: 'one JSON object a line instead of text' };
export const dir: Flag = {
  spelling: '--dir <folder>',
  about: 'folder of the recordings (else SADAP_DIR, ./recordings, the state folder)',
};
export const host: Flag = {
  spelling: '--host <name>',
  about: 'whose rules decide what the model reads; sadap hosts lists them',
  fallback: 'claude-messages',
};
export const profile: Flag = {
  spelling: '--profile <file>',
  about: 'a host profile of your own, instead of --host',
};
export const width: Flag = {
  spelling: '--width <columns>',
  about: 'columns to fill (else the terminal’s, COLUMNS, or 100)',
};

/** Which configuration of a host is meant, and how to change it. */
export const configuration: readonly Flag[] = [
  {
    spelling: '--scope <scope>',
    about: 'only the configuration of the user, or of the project in this folder',
    choices: ['user', 'project'],
  },
  { spelling: '--config <file>', about: 'a configuration in another place' },
  { spelling: '--yes', about: 'change it without asking' },
  { spelling: '--dry-run', about: 'show the change, do not make it' },
];

/** Which part of a session, and how much of it. */
export const someFrames: readonly Flag[] = [
  {
    spelling: '--seq <range>',
    about: 'only these frames: 4, 4..9, 4.., ..9, or several with commas',
    many: true,
  },
  {
    spelling: '-m, --method <name>',
    about: 'only this method, with its answers; tools/* for several',
    many: true,
  },
  { spelling: '--errors', about: 'only what failed: errors, strays, unanswered requests' },
  {
    spelling: '--only <part>',
    about: 'what the model reads and wrote, or all that it never sees',
    choices: ['model', 'envelope'],
  },
  { spelling: '--full', about: 'long values whole, not elided' },
];
