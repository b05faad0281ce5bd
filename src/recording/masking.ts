/** What takes secrets out of a command line, for those who load it only when there may be one. */
export { maskedServer } from './create.ts';
export { maskCommand } from './mask-command.ts';
