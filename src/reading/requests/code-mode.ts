/**
 * A host whose model calls tools from a program that it writes (Codex, code mode): OpenAI Responses
 * with one custom tool, and names that are paths of an object, `tools.mcp__server__tool`.
 */
import type { RequestPiece, RequestValue } from '../../model/model-request.ts';
import type { RequestFrame } from './frame.ts';
import { namesOf, pieceOf } from './parts.ts';
import type { ModelCall, OfferedTool, Step } from './steps.ts';
import { api, array, object, open, openPiece, string } from './values.ts';

/** The tool that runs programs; the host sends it as an item of the input, and no list of tools. */
export function programTool(): RequestValue {
  const exec = object({
    type: api('custom'),
    name: EXEC,
    description: open('the host’s words, and those of the tools that it has at once'),
  });
  const group = object({
    type: api('namespace'),
    name: string([{ text: 'host', origin: { kind: 'open' } }]),
    description: open('the host’s words'),
    tools: array([exec]),
  });
  return object({ type: api('additional_tools'), tools: array([group]) });
}

/** A call inside of a program; undefined for steps that are as in any other host. */
export function programItems(
  step: Step,
  frame: RequestFrame,
  output: (call: ModelCall) => RequestValue,
): RequestValue[] | undefined {
  switch (step.kind) {
    case 'said':
      return undefined;
    case 'calls':
      return step.calls.map((each) => run(each.id, callText(each)));
    case 'results':
      return step.calls.map((each) => printed(each.id, output(each)));
    case 'search':
      return [run(frame.searchId(step.tools), [openPiece('a program that looks for tools')])];
    case 'found':
      return [
        printed(frame.searchId(step.tools), string(step.tools.flatMap((each) => toolText(each)))),
      ];
  }
}

const EXEC = string([{ text: 'exec', origin: { kind: 'open' } }]);

function run(id: string, pieces: readonly RequestPiece[]): RequestValue {
  return object({
    type: api('custom_tool_call'),
    call_id: api(id),
    name: EXEC,
    input: string(pieces),
  });
}

function printed(id: string, output: RequestValue): RequestValue {
  return object({ type: api('custom_tool_call_output'), call_id: api(id), output });
}

/** `‹…›tools.mcp__server__tool({"q":"x"})‹…›` */
function callText({ name, input, request }: ModelCall): RequestPiece[] {
  const plain = (text: string): RequestPiece => ({ text, origin: { kind: 'api' } });
  const args = input ? pieceOf(input, request) : plain('{}');
  const around = openPiece('program');
  return [around, namesOf(name, false).name, plain('('), args, plain(')'), around];
}

function toolText({ name, description, schema, others, target }: OfferedTool): RequestPiece[] {
  const texts = [description, schema.kind === 'text' ? schema.text : undefined];
  const read = [...texts, ...others.map(([, text]) => text)].flatMap((each) =>
    each ? [each] : [],
  );
  const space: RequestPiece = { text: '\n', origin: { kind: 'open' } };
  return [
    namesOf(name, false).name,
    ...read.flatMap((each) => [space, pieceOf(each, target)]),
    space,
  ];
}
