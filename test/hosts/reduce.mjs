import { installed } from './install.mjs';

/**
 * What is kept of a measurement: what the host sent of the canary, the same in each run on each
 * machine. In: `sent` of `sadap canary report --json`, and what differs from run to run.
 */
export function reduce({ sent }, { home, url }) {
  const { results, ...more } = settled(sent, { home, url });
  // Tools that a search finds equally good come in any order.
  const found = results['(search)'];
  if (found) results['(search)'] = { at: found.at, items: [] };
  return { ...more, results };
}

/** A measurement as a file: a line for each tool and each call. */
export function written(measured) {
  const lines = (value) => {
    if (typeof value !== 'object') return JSON.stringify(value);
    const isList = Array.isArray(value);
    const items = Object.entries(value).map(
      ([key, each]) => `  ${isList ? '' : `${JSON.stringify(key)}: `}${JSON.stringify(each)}`,
    );
    const [open, close] = isList ? ['[', ']'] : ['{', '}'];
    return items.length === 0 ? open + close : `${open}\n${items.join(',\n')}\n ${close}`;
  };
  const members = Object.entries(measured).map(
    ([key, value]) => ` ${JSON.stringify(key)}: ${lines(value)}`,
  );
  return `{\n${members.join(',\n')}\n}\n`;
}

function settled(value, run) {
  if (typeof value === 'string') return settledText(value, run);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => settled(each, run));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, settled(each, run)]));
}

function settledText(text, { home, url }) {
  return (
    text
      .replaceAll(home, '<home>')
      .replaceAll(installed, '<installed>')
      // Qwen Code names its own folder after the one it runs in; a sum of a result stays.
      .replaceAll(/(?<=\/tmp\/)[0-9a-f]{64}\b/g, '<hash>')
      .replaceAll(url, '<url>')
      .replaceAll(/Wall time(:?) [\d.]+ seconds/g, 'Wall time$1 <n> seconds')
      // Gemini CLI names its own folder after the one it runs in.
      .replaceAll(/(?<=\/\.gemini\/tmp\/)[^/<]+(?=\/)/g, '<folder>')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
      .replaceAll(/\b1[6-9]\d{11}\b/g, '<time>')
  );
}
