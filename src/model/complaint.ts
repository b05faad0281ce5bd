const COMPLAINT = /error|exception|panic|fatal|can't|cannot|failed|not found|denied/i;
/** Heads and tails of complaints, which say nothing themselves. */
const AROUND = /^traceback \(most|^npm (err!|error) a complete log/i;

/**
 * Does a line of a program's standard error name a failure? Lines of a stack do not: they are indented,
 * so the line must come with its own white space.
 */
export function tellsFailure(line: string): boolean {
  return /^\S/.test(line) && !AROUND.test(line) && COMPLAINT.test(line);
}
