import { rules } from '../../src/check/registry.ts';
import { type Rule, specUrl } from '../../src/check/rule.ts';

/** The page docs/reference/rules.md, made from the rules themselves. */
export function rulesReference(): string {
  const families = [...new Set(rules.map(familyOf))];
  return `${[
    INTRODUCTION,
    TABLE_HEAD + rules.map(row).join('\n'),
    NOTATION,
    ...families.map(section),
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `# Rules of \`sadap check\`

Every finding has the id of a rule, and the rule says whose fault it mostly is and how bad. Ids are stable: filters and suppressions may name them. A finding may be milder than its rule, never worse.

| severity | means |
|---|---|
| problem | something does not work |
| warning | it may not, somewhere |
| note | worth knowing |

\`sadap check --explain RULE\` prints one of these entries, \`sadap check --rules\` the list. How to use them: [Find why a server does not work](../how-to/find-why-a-server-does-not-work.md). This page is made from the rules in \`src/check/rules\`; the examples are run by the tests.`;

const TABLE_HEAD = '| rule | severity | finds |\n|---|---|---|\n';

const NOTATION = `## Notation

Each rule has an example that it finds and one that it does not. A line is one thing that happened, in order:

| line | means |
|---|---|
| \`→ …\`, \`← …\` | the client, the server wrote this line |
| \`→ 1 tools/list {…}\` | a request with id 1, in short; \`@2026-07-28\` adds the \`_meta\` of that revision |
| \`← 1 result {…}\`, \`← 1 error -32601 text\` | its answer, in short |
| \`→ notifications/initialized\` | a notification, in short |
| \`handshake 2025-06-18 server {…} client {…}\` | \`initialize\`, its answer, \`notifications/initialized\`; members of the answer and the client’s capabilities where they matter |
| \`⟨EF BB BF⟩\`, \`⟨U+200B⟩\`, \`⟨900 × a⟩\` | bytes, a character, repeated text |
| \`⟨CR⟩\`, \`⟨no line feed⟩\` | how the line ends, where it is not a line feed |
| \`(call 1) →\`, \`(call 1, event) ←\` | over HTTP: the body of call 1, an event of its answer; \`cut event\`: one that the stream ended in |
| \`http 1 POST /mcp accept: …\`, \`response 1 ended\` | start line and headers of call 1; its answer is over |
| \`stderr …\`, \`stdin closed\`, \`sent SIGTERM\`, \`exited 3\`, \`killed by SIGKILL\` | what happened to the process |
| \`note …\` | a remark of the recorder |
| \`wait 60 s\` | time goes by |
| \`closed by client\` | who ended the session |`;

function familyOf({ id }: Rule): string {
  return id.split('/', 1)[0] ?? '';
}

function row({ id, severity, summary }: Rule): string {
  return `| [\`${id}\`](#${anchor(id)}) | ${severity} | ${inMarkdown(summary)} |`;
}

/** As GitHub makes anchors of headings. */
function anchor(id: string): string {
  return id.replaceAll('/', '');
}

function section(family: string): string {
  const own = rules.filter((each) => familyOf(each) === family);
  return [`## ${family}`, ...own.map(entry)].join('\n\n');
}

function entry(rule: Rule): string {
  const { id, severity, side, summary, spec, basis, hosts, fix, example } = rule;
  const whose =
    side === undefined ? 'either side' : side === 'nobody' ? 'nobody’s fault' : `the ${side}`;
  return [
    `### ${id}`,
    `${severity} · ${whose} · ${inMarkdown(summary)}`,
    [
      ...(spec
        ? [
            `- **Specification**, [${spec.section} (${spec.revision})](${specUrl(spec)}): ${inMarkdown(spec.says)}`,
          ]
        : []),
      ...(basis === undefined ? [] : [`- **Goes by**: ${inMarkdown(basis)}`]),
      `- **Hosts**: ${inMarkdown(hosts)}`,
      `- **Fix**: ${inMarkdown(fix)}`,
    ].join('\n'),
    `Found in:\n\n${block(example.bad)}`,
    `Not found in:\n\n${block(example.good)}`,
  ].join('\n\n');
}

function block(text: string): string {
  return `\`\`\`\n${text.trim()}\n\`\`\``;
}

/** Characters that Markdown would take for its own, in our sentences. */
function inMarkdown(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replaceAll('*', '\\*')
    .replaceAll('_', '\\_');
}
