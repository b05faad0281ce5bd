import { said } from '../in-process.ts';
import type { Form } from '../views.ts';
import { ATTACKS, harmIn } from './attacks.ts';

const textOf = (name: string) => ATTACKS.find((each) => each.name === name)?.text ?? '';

/** For what takes long: all that can stand in one text stands in one. */
export const TEXTS = [
  ['all in one', ['terminal', 'HTML', 'bidi and invisible', 'Markdown'].map(textOf).join(' ')],
  ['a prototype key', '__proto__'],
  ['nothing', ''],
] as const;

/** Runs commands one after another, and keeps what each printed that does something. */
export function trial() {
  const harm: string[] = [];
  const look = (name: string, form: Form, bytes: Buffer) => {
    const found = harmIn(form, bytes);
    if (found !== undefined) harm.push(`${name}: ${found}`);
  };
  return {
    harm,
    look,
    run: async (form: Form, ...args: string[]) => {
      const name = args.slice(0, 2).join(' ');
      const { status, stdout, stderr, bug } = await said(args);
      if (bug !== undefined) harm.push(`${name}: ${bug}`);
      if (![0, 1, 2, 3].includes(status)) harm.push(`${name}: status ${status}`);
      look(name, form, stdout);
      look(`${name}, on stderr`, 'terminal', Buffer.from(stderr));
      return stdout;
    },
  };
}
