import type { ToolPart, WireDocument } from '../../document/document.ts';
import { count, grouped } from '../terminal/format.ts';
import { type Block, type Code, code, type Inline, joined, titled } from './blocks.ts';
import { exampleBlocks, latencyWords } from './examples.ts';
import { memberTable } from './members.ts';

/** All tools in one table, then each of them. */
export function toolBlocks({ tools, sources }: WireDocument): Block[] {
  if (tools.length === 0) return [];
  return [
    { kind: 'heading', level: 2, text: 'Tools' },
    {
      kind: 'table',
      head: ['tool', 'the model calls it', 'tokens in every turn', 'calls', 'failed'],
      rows: tools.map((tool): Inline[] => [
        [code(tool.name)],
        tool.modelName === undefined ? '–' : [code(tool.modelName)],
        grouped(tool.rent),
        String(tool.calls),
        String(tool.failures),
      ]),
    },
    ...tools.flatMap((tool) => onTool(tool, sources.length)),
  ];
}

function onTool(tool: ToolPart, sources: number): Block[] {
  const { name, description, differsIn, latency, examples, output } = tool;
  const facts = [
    `called ${count(tool.calls, 'time')}`,
    ...(latency ? [latencyWords(latency)] : []),
  ];
  return [
    { kind: 'heading', level: 3, text: [code(name)] },
    ...(description === undefined ? [] : [{ kind: 'quote', text: description } as const]),
    {
      kind: 'paragraph',
      text: sentence([...facts.flatMap((fact) => [fact]), ...differing(differsIn)]),
    },
    ...mappingBlocks(tool),
    ...titled('Arguments', memberTable(tool.arguments)),
    ...titled(outputTitle(output.from), memberTable(output.rows)),
    ...(examples.length === 0 ? [] : [{ kind: 'heading', level: 4, text: 'Messages' } as const]),
    ...examples.flatMap((example) => exampleBlocks(example, sources)),
  ];
}

function sentence(parts: readonly (string | Code)[]): Inline {
  const [first, ...rest] = joined(parts, '; ');
  return typeof first === 'string'
    ? [first.charAt(0).toUpperCase() + first.slice(1), ...rest, '.']
    : '';
}

function differing(differsIn: readonly string[]): (string | Code)[] {
  return differsIn.length === 0
    ? []
    : [
        `defined otherwise in ${differsIn.length === 1 ? 'one session' : `${differsIn.length} sessions`}, see “From session to session”`,
      ];
}

function outputTitle(from: ToolPart['output']['from']): string {
  return from === 'nowhere' ? 'Output' : `Output, in ${from}`;
}

/** From the definition on the wire to the definition in the request. */
function mappingBlocks({ mapping }: ToolPart): Block[] {
  if (mapping.length === 0) return [];
  return [
    { kind: 'heading', level: 4, text: 'From the definition to the model' },
    {
      kind: 'table',
      head: ['member', 'on the wire', 'bytes', 'to the model', 'how'],
      rows: mapping.map((row): Inline[] => [
        [code(row.member)],
        [code(shortened(row.value))],
        String(row.bytes),
        row.kinds.join(', ') || 'unknown',
        row.note === undefined ? '' : [code(row.note)],
      ]),
    },
  ];
}

function shortened(value: string): string {
  return value.length <= 60 ? value : `${value.slice(0, 59)}…`;
}
