/**
 * Asks a question that is answered by yes or no; no is the answer to anything but `y` or `yes`.
 * Undefined when standard input is no terminal, where nobody can answer.
 */
export async function confirmed(question: string): Promise<boolean | undefined> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return undefined;
  stderr.write(`${question} [y/N] `);
  const answer = await new Promise<string>((resolve) => {
    stdin.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    stdin.once('end', () => resolve(''));
  });
  // A stream that is read keeps the process alive.
  stdin.pause();
  return /^y(es)?$/i.test(answer.trim());
}
