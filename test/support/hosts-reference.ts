import type { Profile, Rule } from '../../src/model/profile.ts';
import { coverageOf, KNOWLEDGE } from '../../src/reading/coverage.ts';
import { profileIds, profileOf } from '../../src/reading/profiles.ts';

/** The page docs/reference/hosts.md, made from the profiles. */
export function hostsReference(): string {
  const profiles = profileIds().map((id) => profileOf(id));
  return `${[
    INTRODUCTION,
    '## How much is known',
    COVERAGE,
    table(['host', 'versions', 'verified', ...KNOWLEDGE], profiles.map(coverageRow)),
    '## Where they differ most',
    DIFFERENCES,
    table(
      ['host', ...QUESTIONS.map(([title]) => title)],
      profiles.map((profile) => [`\`${profile.id}\``, ...QUESTIONS.map(([, of]) => of(profile))]),
    ),
    '## Variants',
    'What a host does can turn on the model, the format of the API, an option or the version. `--host NAME:VARIANT` takes a variant, `--host NAME:ONE:TWO` several.',
    table(
      ['variant', 'what it is', 'when'],
      profiles.flatMap((profile) => profile.variants.map((each) => variantRow(profile.id, each))),
    ),
    OWN,
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `# Hosts

What a model reads of an MCP message is decided by the host: which pages of the tool list it fetches, how it names a tool, what it does to a schema, whether it prefers structured content, how it shows a failure, where it cuts. A profile says this for one host, rule by rule, each with its evidence. \`sadap show --host NAME\` reads a recording by it, \`sadap hosts NAME\` explains every rule, \`sadap show --host all\` shows where hosts differ.

A profile holds for the versions that it names. Hosts change; \`verified\` is the day of the newest check, and the view prints its age.

| evidence | what it rests on |
|---|---|
| measured | a canary server with a marker in every member, and a model endpoint that recorded what arrived |
| code | the host's source at a commit |
| docs | the documentation of its maker, or the MCP specification |
| makers | what the makers of the asrama server say, for the plain profile |
| issue | statements and measurements that others published |
| inferred | follows from something else that is known |
| unknown | nobody has looked, or looked and found nothing; never guessed |`;

const COVERAGE =
  'Of the questions on which hosts differ, how many rest on which evidence. What the protocol settles for every host is not counted.';

const DIFFERENCES =
  'The words are fates ([words](words.md)). A variant may differ from its host. ‹…› in texts stands for what a recording cannot know or nobody wrote down.';

const OWN = `## A profile of your own

A profile is a JSON file; its form is [profile.schema.json](profile.schema.json). \`--profile FILE\` uses one with \`show\` and \`record\`, \`sadap hosts --profile FILE\` explains it, and a fault in it is told with its place. Rules that it lacks are taken from what the protocol settles; all others are unknown. Every rule that claims something names a source; what is unknown needs none.

\`\`\`json
{
  "id": "my-host",
  "title": "My host",
  "about": "An agent that reads the text and forgets the rest.",
  "verifiedAt": "2026-11-30",
  "api": "anthropic",
  "sources": {
    "code": { "kind": "code", "ref": "my-host at commit 1234abc, agent.ts", "date": "2026-11-30" }
  },
  "rules": {
    "listing.pages": { "fate": "dropped", "note": "only the first page is fetched", "source": "code" },
    "toolName": {
      "fate": "renamed",
      "name": { "template": "{server}_{tool}", "max": 64, "overflow": "cut" },
      "source": "code"
    },
    "blocks.text": { "fate": "reads", "source": "code" },
    "result.structured": { "fate": "dropped", "source": "code" }
  }
}
\`\`\``;

type Question = readonly [string, (profile: Profile) => string];

const fateOf =
  (name: string) =>
  ({ rules }: Profile) =>
    rules[name]?.fate ?? 'unknown';

/** A rule's fate, and the setting that says it best. */
const withSetting =
  (name: string, setting: (rule: Rule) => string | undefined) =>
  ({ rules }: Profile) => {
    const rule = rules[name];
    const text = rule && rule.fate !== 'unknown' ? setting(rule) : undefined;
    return text ?? rule?.fate ?? 'unknown';
  };

const QUESTIONS: readonly Question[] = [
  ['second page', fateOf('listing.pages')],
  ['name of a tool', withSetting('toolName', nameText)],
  ['instructions', withSetting('instructions', (rule) => rule.place)],
  ['structured content', withSetting('result.structured', (rule) => rule.use)],
  ['result', withSetting('result.encode', (rule) => rule.encode)],
  ['isError', fateOf('result.isError')],
  ['JSON-RPC error', withSetting('rpcError.call', (rule) => rule.text)],
  ['outputSchema', fateOf('sdk.outputSchema')],
  ['cut at', withSetting('result.truncation', cutText)],
];

function nameText({ name }: Rule): string | undefined {
  if (!name) return undefined;
  const full = name.namespace === undefined ? name.template : `${name.namespace}.${name.template}`;
  return name.max === undefined ? full : `${full}, ${name.max}`;
}

function cutText({ cuts = [], fate }: Rule): string {
  const [first] = cuts;
  if (!first) return fate === 'reads' ? 'nothing' : fate;
  const { n, unit } = first.over;
  return `${n.toLocaleString('en')} ${unit}, ${first.keep}`;
}

function coverageRow(profile: Profile): string[] {
  const { counts } = coverageOf(profile);
  return [
    `\`${profile.id}\` ${profile.title}`,
    profile.versions ?? '–',
    profile.verifiedAt,
    ...KNOWLEDGE.map((kind) => (counts[kind] === 0 ? '–' : String(counts[kind]))),
  ];
}

function variantRow(id: string, variant: Profile['variants'][number]): string[] {
  const when = Object.entries(variant.when).map(([key, value]) => `${key} ${value}`);
  return [`\`${id}:${variant.id}\``, variant.title, when.join(', ')];
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(titles), `|${titles.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** A cell is one line, and shows templates as they are. */
function cell(text: string): string {
  const oneLine = text.replaceAll('\n', '↵').replaceAll('|', '\\|');
  if (!/[{<`]/.test(oneLine) || oneLine.startsWith('`')) return oneLine;
  return oneLine.includes('`') ? `\`\` ${oneLine} \`\`` : `\`${oneLine}\``;
}
