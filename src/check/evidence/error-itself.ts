/** What programs print when they fail: a name for it, and what went wrong. */
const NAMED =
  /^(error|fatal|panic|(uncaught |unhandled )?exception|[A-Za-z_][\w.]*(Error|Exception))\s*:|^traceback \(most recent call last\)/i;

/** What no sentence about errors has: the number or name of one failure, or where in a program it was. */
const EVIDENCE: readonly RegExp[] = [
  /\bE(CONN(REFUSED|RESET|ABORTED)|NOENT|ACCES|PERM|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|ADDRINUSE|EXIST|ISDIR|NOTDIR|MFILE|NOSPC|ROFS|IO)\b/,
  /\[(Errno|WinError) \d+\]/,
  /\b(status( code)?|http(\/\d(\.\d)?)?|code|error)[ :=]*[45]\d\d\b/i,
  /\b[45]\d\d (bad request|unauthori[sz]ed|forbidden|not found|conflict|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out)\b/i,
];
const STACK = /\n\s+at \S.*:\d+|\n\s+File ".+", line \d+/;

/** Explains an error rather than being one. */
const EXPLAINS =
  /\b(means?|occurs?|happens?|indicates?|is (thrown|raised|returned|caused)|usually|for example|documentation)\b/i;

const LONGEST = 300;

/**
 * Is a text that begins as failures do one failure and nothing else, with its number, its HTTP status or
 * its stack? `start` is the text without marks before its first word. Long texts, and those that explain,
 * are not: they may talk about errors.
 */
export function isErrorItself(start: string, text: string): boolean {
  if (!NAMED.test(start) || EXPLAINS.test(start)) return false;
  if (STACK.test(text)) return /^traceback/i.test(start) || text.indexOf('\n') <= LONGEST;
  return text.trim().length <= LONGEST && EVIDENCE.some((each) => each.test(text));
}
