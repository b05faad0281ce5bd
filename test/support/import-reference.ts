import type { Format } from '../../src/interop/import/format.ts';
import { formats } from '../../src/interop/import/registry.ts';

/** The page docs/reference/import.md, made from the registry of formats. */
export function importReference(): string {
  return `${[
    INTRODUCTION,
    '## Formats',
    'The name is what `--from` takes and what the header of the recording says.',
    table(['name', 'log', 'messages', 'times'], formats.map(factsRow)),
    '## What each keeps and loses',
    ...formats.map(detail),
    RULES,
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `# Import

\`sadap import FILE…\` makes recordings of the logs of hosts and of the files of other recorders. The kind of a log is found by its shape, not by its name: the first 256 KiB are held against every format, and the one that fits most lines is taken. \`--from NAME\` names it instead. A file that nothing fits is refused with a list of what was looked for.

Commands that read recordings take logs as they are: \`show\`, \`list\`, \`check\`, \`diff\`, \`stats\`, \`model\`, \`doc\`, \`serve\`, \`export\` and \`redact\`. \`mcp.log#2\` is the second session in it; without a number \`list\`, \`check\` and \`stats\` take all of them, the others the last one that holds messages, and standard error says which.`;

const RULES = `## Rules for all of them

- **Nothing is invented.** What a log does not hold is not in the recording. A kind of log that holds no messages is imported as notes and stderr, and \`sadap import\`, \`show\` and \`check\` say so: finding nothing in it does not mean that a session was in order.
- **Bytes stay as the log has them.** A message is copied byte for byte out of its line. Documents that print messages over several lines lose that white space and nothing else. As the log's writer may have spelled a message anew, the recording says \`"exact":false\`.
- **A folder** stands for the logs in it; files of no known kind are passed over and counted.
- **A message that the log cut** is kept as a stray, with a note.
- **A line that is not as its kind of log has it** is passed over and counted. Where the log is lines of UTF-8, commands that read it as it is tell of the line as of a damaged place of a recording.
- **A message that an error quotes** is a note, never a message of the session.
- **Sessions** are cut by server, by the line with which a host starts a server, and by an \`initialize\` that begins anew. A session that was running when the log began says so in its first note. Where a host's log just ends, the recording has no end, since the session may go on.
- **Files that tell of the same events** (\`mcp.log\` and \`mcp-server-NAME.log\` of Claude Desktop, and their rotated parts) are read as one when they are given together: an event that two of them tell within 100 ms is taken once.
- **Times** without a zone stand in the recording with the digits that they have, and the header says \`"times":"local"\`; times that count from the start begin at 1970-01-01 (\`relative\`, \`none\`). A line without a time has that of the line before.
- **Lines of the host** become notes, what its server wrote on standard error becomes \`stderr\`.
- **Secrets** in command lines, URLs, HTTP headers and lines of the host are masked as in every recording; bodies are stored as they are. Placeholders of other programs, such as \`[REDACTED]\`, stay.
- **UTF-16**, with and without a byte order mark, and CRLF are understood.
- **Large logs** are streamed: memory is that of the longest line, and of the answers that a file holds beside their requests.

Importing the same log twice gives the same file name, so that the second one is refused; \`--force\` renews it.`;

function factsRow({ id, title, holdsMessages, times }: Format): string[] {
  return [`\`${id}\``, escaped(title), holdsMessages ? 'yes' : '**none**', times ?? 'UTC'];
}

function detail({ id, keeps, loses }: Format): string {
  return `**\`${id}\`** keeps ${escaped(keeps)}. Loses ${escaped(loses)}.`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}
