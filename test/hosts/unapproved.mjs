// How each command-line host is started so that nobody has allowed it to call the canary's tools. In: how
// it is started otherwise (command-line.mjs), which may be changed. Out: the same.
const withoutTrust = (file) => (start) => {
  const settings = JSON.parse(start.files[file]);
  for (const server of Object.values(settings.mcpServers)) delete server.trust;
  start.files[file] = JSON.stringify(settings);
  return withoutOption('--yolo')(start);
};

const withoutOption = (name) => (start) => ({
  ...start,
  args: start.args.filter((each) => each !== name),
});

export const unapproved = {
  'gemini-cli': withoutTrust('.gemini/settings.json'),
  'qwen-code': withoutTrust('.qwen/settings.json'),
  cline: (start) => ({
    ...start,
    args: start.args.map((each, index) =>
      start.args[index - 1] === '--auto-approve' ? 'false' : each,
    ),
  }),
  // With full access Codex asks nobody, whatever the server's mode.
  codex: (start) => {
    const file = '.codex/config.toml';
    start.files[file] = start.files[file]
      .replace(/default_tools_approval_mode.*\n/, '')
      .replace('danger-full-access', 'workspace-write');
    return start;
  },
  continue: withoutOption('--auto'),
  opencode: (start) => start,
};

/** Tools of which the answers are kept: an ordinary one, and one that says that it only reads. */
const ASKED = ['canary_text_one', 'canary_full'];

/** What the model gets of calls that nobody has approved; null: the host did not call the tool. */
export function refusals(profile, { tools, results }) {
  return {
    profile,
    tools: Object.keys(tools).length,
    ...Object.fromEntries(
      ASKED.map((tool) => [tool, results[tool] ? textsIn(results[tool].items) : null]),
    ),
  };
}

const OF_API = /^(type|role|id|name|call_id|tool_use_id|tool_call_id)$/;

function textsIn(value, key = '') {
  if (typeof value === 'string') return OF_API.test(key) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, name));
}
