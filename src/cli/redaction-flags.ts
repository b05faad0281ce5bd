import { PERSONAL_NAMES } from '../secrets/personal-names.ts';
import type { Flag } from './command-spec.ts';
import type { Options } from './program.ts';

/** What is found by itself. */
export const KINDS: readonly string[] = ['secrets', ...PERSONAL_NAMES];

/** What is taken out besides what is found without being named. */
export const redactionFlags: readonly Flag[] = [
  {
    spelling: '--member <names>',
    about: 'take out members of these names, and their values wherever else they stand',
    many: true,
  },
  {
    spelling: '--pointer <pointer>',
    about: 'take out this place of every message; * stands for any one key or index',
    many: true,
  },
  {
    spelling: '--pattern <pattern>',
    about: 'take out what matches: /expression/ or NAME=/expression/, with flags behind',
    many: true,
  },
  {
    spelling: '--keep <kinds>',
    about: `leave what would be found by itself: ${KINDS.join(', ')}, or all`,
    many: true,
  },
];

/** Flags by which a capture leaves out what `sadap redact` would take out. */
export const captureRedaction: readonly Flag[] = [
  {
    spelling: '--redact',
    about: 'leave secrets and personal values out of the recording; so does each of the next flags',
  },
  ...redactionFlags,
];

/** Is anything to be taken out of what is captured? */
export function isRedactionAsked(options: Options): boolean {
  return ['redact', 'member', 'pointer', 'pattern', 'keep'].some(
    (name) => options[name] !== undefined && options[name] !== false,
  );
}
