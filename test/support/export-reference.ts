import { exportFormats } from '../../src/interop/export/registry.ts';

/** The page docs/reference/export.md, made from the registry of forms. */
export function exportReference(): string {
  const rows = exportFormats.map(({ id, title, keeps, loses }) => [
    `\`${id}\``,
    title,
    keeps,
    loses,
  ]);
  return `${[
    INTRODUCTION,
    table([
      ['form', 'what it is', 'keeps', 'loses'],
      [
        '`raw`',
        'the bytes of one side (`--side client` or `server`)',
        'every byte that crossed that end of the wire, line ends too',
        'the other side, times, stderr, HTTP heads',
      ],
      ...rows,
      ...VIEWS,
    ]),
    NOTES,
  ].join('\n\n')}\n`;
}

/** Forms that are made of what a host's model reads. */
const VIEWS: readonly (readonly string[])[] = [
  [
    '`mermaid`',
    'the conversation as a sequence diagram of Mermaid',
    'who asked whom, and what the model got of it',
    'what was said',
  ],
  [
    '`markdown`',
    'every message with the fates of its members, as Markdown',
    'messages, shortened where they are long; fates by `--host`',
    'times, strays, stderr, HTTP heads',
  ],
  [
    '`anthropic`, `openai`, `gemini`',
    'the last request to the model, in the form of that API, as `sadap model --as request` has it',
    'tools, instructions and the whole dialogue, by `--host` (else `claude-messages`, `openai-agents-js:chat`, `gemini-cli`)',
    'what the recording cannot know stands as a placeholder; all that no model reads',
  ],
];

const INTRODUCTION = `# Export

\`sadap export FILE --to FORM\` writes a recording in another form, to standard output or to the file of \`-o\`. Redirect it, or pipe it into another program.`;

const NOTES = `- **Secrets and personal values are taken out**, as \`sadap redact\` takes them out: an export is made to be handed on. \`--keep secrets\`, \`--keep all\` leaves them in; \`--member\`, \`--pointer\` and \`--pattern\` name more. Standard error says how many values went, of which kinds. The sizes in \`csv\` and \`markdown\` are those of the original entries and messages; \`har\` has the sizes of what is in it. \`raw\` is exact, and nothing is taken out of it.
- **Bytes of messages** go into \`jsonl\`, \`inspector\` and \`mcp-cassette\` as they are: spelling of numbers, order of members, white space inside. A body over several lines is put on one.
- **What a form has no place for** is counted, and standard error says so.
- **Back again:** \`sadap import\` reads \`jsonl\`, \`har\`, \`inspector\` and \`mcp-cassette\`, with the same messages, order and pairing. \`har\` carries the times of events in a member of its own, \`_eventTimes\`, which other programs ignore.
- **HAR is for HTTP**, so what crossed stdio is marked. A request and its answer are one entry, everything else one by itself, also what the server asked and lines that are no message. The address is \`stdio://LABEL/METHOD\`, the method \`REQUEST\`, \`NOTIFICATION\`, \`RESULT\`, \`ERROR\`, \`BATCH\` or \`STRAY\`, the version \`stdio\`, the status 0, and \`comment\` says \`not HTTP\`. Bodies are the lines as they were. \`_transport: "stdio"\`, \`_from\`, \`_seq\` and \`_answerSeq\` (places in the recording), \`_eol\` and \`_encoding\` (line ends other than a line feed, bytes that are no UTF-8) are members of our own. By them \`sadap import\` gives back lines of stdio, not HTTP.
- **Cells of the table** that a spreadsheet would take for a formula start with an apostrophe.
- Recordings of any size are streamed, but for the last five forms, which are made of the session as a whole. \`inspector\` and \`har\` hold what waits for its answer; over 32 MiB of it, the oldest goes out first, and a late answer is an entry of its own.

A session of another program's log is exported as it is: \`mcp.log#2\`. The exit code is 1 when the recording is damaged, because something may then be missing.`;

function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  return [head, head.map(() => '---'), ...rest].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
