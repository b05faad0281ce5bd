import { installed } from './install.mjs';

// What is kept of a measurement: short enough to read, the same in each run on each machine.
const LONGEST = 400;

/** In: `sadap canary report --json`, and what differs from run to run. */
export function reduce({ api, requests, tools, rows, results }, { home, url }) {
  const settle = (text) =>
    text
      .replaceAll(home, '<home>')
      .replaceAll(installed, '<installed>')
      .replaceAll(/\b[0-9a-f]{64}\b/g, '<hash>')
      .replaceAll(url, '<url>')
      .replaceAll(/Wall time(:?) [\d.]+ seconds/g, 'Wall time$1 <n> seconds')
      // Gemini CLI names its own folder after the one it runs in.
      .replaceAll(/(?<=\/\.gemini\/tmp\/)[^/<]+(?=\/)/g, '<folder>')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
      .replaceAll(/\b1[6-9]\d{11}\b/g, '<time>');
  const short = (value) => {
    if (typeof value !== 'string') return value;
    const text = settle(value);
    if (text.length <= LONGEST) return text;
    return `${text.slice(0, 250)} … ${text.slice(-120)}`;
  };
  const given = new Set(results.flatMap(({ leaves }) => leaves.map(([, value]) => value)));
  return {
    api,
    requests,
    rows: Object.fromEntries(
      rows.map(({ section, member, outcome, note }) => [
        `${section}: ${member}`,
        // What a call gives the model stands in `results`.
        note === undefined || given.has(note) ? outcome : `${outcome} | ${short(note)}`,
      ]),
    ),
    ...tablesOfTools(tools),
    results: Object.fromEntries(
      results.map(({ tool, came, leaves }) => [
        tool,
        // Tools that a search finds equally good come in any order.
        tool === '(search)'
          ? `${leaves.length} values`
          : came
            ? Object.fromEntries(leaves.map(([pointer, value]) => [pointer, short(value)]))
            : 'the host did not come back',
      ]),
    ),
  };
}

/** Names that changed, and what was added to tools, with how many of them got it. */
function tablesOfTools(tools) {
  const names = Object.entries(tools).map(([tool, { name, namespace }]) => [
    tool,
    namespace === undefined ? name : `${namespace} . ${name}`,
  ]);
  const added = new Map();
  for (const tool of Object.values(tools))
    for (const [pointer, value] of tool.added) {
      const key = `${pointer.replaceAll(/parameter_\d+/g, 'parameter_N')} = ${JSON.stringify(value)}`;
      added.set(key, (added.get(key) ?? 0) + 1);
    }
  const most = [...added].sort(([a], [b]) => (a < b ? -1 : 1));
  return { names: Object.fromEntries(names), added: Object.fromEntries(most) };
}
