import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { profileOf } from '../../../src/reading/profiles.ts';
import { verifies } from '../../support/verifies.ts';
import { answer, type Question } from './questions.ts';

/** A host, what is asked, what its model reads, the rule that says so and words of its evidence. */
type Claim = readonly [
  host: string,
  question: Question,
  reads: string,
  rule: string,
  evidence: string,
];

describe('what the model of a host reads rests on the evidence that it names', () => {
  it.each<Claim>([
    ['claude-code:all-tools', 'name', 'mcp__Buku_Anak__cari.anak', 'toolName', 'docs/mcp.md:458'],
    ['claude-code', 'long name', '(dropped)', 'toolName.length', 'claudetto'],
    ['claude-code', 'schema', '(deferred)', 'listing.deferral', 'docs/mcp.md:1277-1362'],
    ['claude-code:all-tools', 'description of 3,000', '2048', 'tool.description', '2 KB'],
    [
      'claude-code',
      'instructions',
      'first user message: <system-reminder>\n‹words of the host›\nTanya dulu.\n</system-reminder>',
      'instructions',
      'never in the system prompt',
    ],
    ['claude-code', 'both', '{"n":1}', 'result.structured', 'custom-tools.md:565'],
    ['claude-code', 'two texts', 'satu | dua', 'result.encode', 'stays a list of text blocks'],
    ['claude-code', 'flag', '(renamed)', 'result.isError', 'is_error'],
    ['claude-code', 'audio', '‹path of a file›', 'blocks.audio', '2.1.69'],
    ['claude-code', 'link', 'n‹…›buku://1', 'blocks.resourceLink', 'name, URI, description'],
    ['claude-code', 'for the user', 'satu', 'audience', '#72239'],
    ['claude-code', '30,000 tokens', '‹reference to a file›', 'result.truncation', '25,000'],
    ['claude-code', 'broken promise', '(fails)', 'sdk.outputSchema', '#161'],
    ['claude-code', 'JSON-RPC error', '(unknown)', 'rpcError.call', 'not found'],

    ['claude-api-connector', 'name', 'cari.anak', 'toolName', 'server_name'],
    ['claude-api-connector', 'two texts', 'satu | dua', 'blocks.text', 'BetaMCPToolResultBlock'],
    ['claude-api-connector', 'flag', '(renamed)', 'result.isError', 'is_error'],
    ['claude-api-connector', 'instructions', '(unknown)', 'instructions', 'not found'],
    ['claude-api-connector', 'image', '(unknown)', 'blocks.image', 'not found'],
    ['claude-api-connector:deferred', 'name', '(deferred)', 'listing.deferral', 'default_config'],

    ['vscode-copilot', 'name', 'mcp_buku_anak_cari_anak', 'toolName', 'McpPrefixGenerator'],
    [
      'vscode-copilot',
      'long name',
      `mcp_buku_anak_${'x'.repeat(50)}`,
      'toolName',
      'at most 64 characters',
    ],
    ['vscode-copilot', 'no description', '<empty>', 'tool.description', '<empty>'],
    [
      'vscode-copilot',
      'schema with alternatives',
      '{"type":"object","properties":{}}',
      'tool.inputSchema',
      'toolSchemaNormalizer.ts',
    ],
    [
      'vscode-copilot:gpt-4',
      'schema',
      '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"kelas":{"type":["string","null"]}}}',
      'tool.inputSchema',
      'toolSchemaNormalizer.ts',
    ],
    [
      'vscode-copilot:gemini',
      'schema',
      '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"kelas":{"type":"string","format":"uri","minLength":1,"nullable":true}}}',
      'tool.inputSchema',
      'only null is removed',
    ],
    ['vscode-copilot', 'for apps', '(dropped)', 'listing.hidden', 'apps alone are skipped'],
    [
      'vscode-copilot',
      'instructions',
      'system: <instruction forToolsWithPrefix="‹prefix of the tools›">Tanya dulu.</instruction>',
      'instructions',
      'defaultAgentInstructions.tsx:375-390',
    ],
    ['vscode-copilot', 'both', '{"n":1}', 'result.structured', 'no text block is sent'],
    ['vscode-copilot', 'for the user', '(empty)', 'audience', '#248437'],
    ['vscode-copilot', 'flag', '(dropped)', 'result.isError', 'only a detail of the view'],
    ['vscode-copilot', 'audio', '(empty)', 'blocks.audio', 'ends as an empty text'],
    [
      'vscode-copilot',
      'JSON-RPC error',
      'ERROR while calling tool: MPC -32000: penuh\nPlease check your input and try again.',
      'rpcError.call',
      'toolCalling.tsx:551-558',
    ],
    ['vscode-copilot', 'broken promise', 'satu', 'sdk.outputSchema', 'client of its own'],

    ['roo-code', 'name', 'mcp--Buku_Anak--carianak', 'toolName', 'mcp-name.ts:90-140'],
    [
      'roo-code',
      'twice the same name',
      'mcp--Buku_Anak--carianak | (dropped)',
      'toolName',
      'mcp-name.ts',
    ],
    [
      'roo-code',
      'schema',
      '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"kelas":{"minLength":1,"anyOf":[{"type":"string"},{"type":"null"}]}},"additionalProperties":false}',
      'tool.inputSchema',
      'json-schema.ts:126-304',
    ],
    ['roo-code', 'second page', '(dropped)', 'listing.pages', 'McpHub.ts:989'],
    ['roo-code', 'instructions', '(dropped)', 'instructions', 'McpHub.ts:881'],
    ['roo-code', 'two texts', 'satu\n\ndua', 'result.encode', 'empty line'],
    ['roo-code', 'both', 'satu', 'result.structured', 'UseMcpToolTool.ts:258-350'],
    ['roo-code', 'failed', 'Error:\ngagal', 'result.isError', 'a prefix'],
    ['roo-code', 'link', '(No response)', 'blocks.resourceLink', 'UseMcpToolTool.ts:258-350'],
    [
      'roo-code',
      'resource',
      '{\n  "uri": "buku://1",\n  "mimeType": "text/plain",\n  "text": "isi"\n}',
      'blocks.resource',
      'indented by two spaces',
    ],
    [
      'roo-code',
      'JSON-RPC error',
      '{"status":"error","message":"The tool execution failed","error":"Error executing MCP tool: ‹…›MCP error -32000: penuh‹…›"}',
      'rpcError.call',
      'TypeScript SDK',
    ],

    ['goose:one-extension', 'name', 'cari.anak', 'toolName', 'no prefix then'],
    ['goose', 'second page', 'Buku Anak__dua', 'toolName', 'extension_manager.rs'],
    [
      'goose',
      'instructions',
      'system: # Extensions\n‹…›\n## Buku Anak\n‹…›\n### Instructions\nTanya dulu.',
      'instructions',
      'prompts/system.md',
    ],
    ['goose', 'two texts', 'satu\ndua', 'result.encode', 'format_messages'],
    ['goose:openai', 'two texts', 'satu dua', 'result.encode', 'formats/openai.rs'],
    ['goose', 'image', '(dropped)', 'blocks.image', 'only texts and resources'],
    [
      'goose:openai',
      'image',
      'This tool result included an image that is uploaded in the next message. | [image/png]',
      'blocks.image',
      'image message of the user',
    ],
    ['goose', 'both', 'satu', 'result.structured', 'formats/anthropic.rs'],
    ['goose', 'flag', '(dropped)', 'result.isError', 'no is_error'],
    [
      'goose',
      'JSON-RPC error',
      'Error: -32000: penuh({"baris":7})',
      'rpcError.call',
      '{code}: {message}({data})',
    ],

    ['zed', 'long name', 'x'.repeat(64), 'toolName.length', 'cut at 64'],
    ['zed', 'twice the same name', '(dropped) | cari.anak', 'toolName.collision', 'the last stays'],
    ['zed', 'second page', '(dropped)', 'listing.pages', 'asks once'],
    [
      'zed',
      'schema',
      '{"type":"object","properties":{"kelas":{"type":["string","null"],"format":"uri","minLength":1}},"additionalProperties":false}',
      'tool.inputSchema',
      'adapt_schema_to_format',
    ],
    ['zed:subset', 'schema', '(unknown)', 'tool.inputSchema', 'adapt_to_json_schema_subset'],
    ['zed', 'instructions', '(dropped)', 'instructions', 'no use found'],
    ['zed', 'two texts', 'satudua', 'result.encode', 'nothing between'],
    ['zed', 'failed', 'gagal', 'result.isError', 'become the error of the tool'],
    ['zed', 'image', '(dropped)', 'blocks.image', 'ignored'],
    ['zed', 'JSON-RPC error', 'penuh', 'rpcError.call', 'the message alone'],

    ['crush', 'name', 'mcp_Buku Anak_cari.anak', 'toolName', 'nothing is replaced or cut'],
    ['crush', 'schema with alternatives', '{"properties":{}}', 'tool.inputSchema', 'are lost'],
    ['crush', 'second page', '(dropped)', 'listing.pages', 'tools.go:147-156'],
    [
      'crush',
      'instructions',
      'system: \n\n<mcp-instructions>\nTanya dulu.\n</mcp-instructions>',
      'instructions',
      'agent.go:664-678',
    ],
    ['crush', 'structured content alone', '(dropped)', 'result.structured', 'is empty'],
    ['crush', 'flag', '(dropped)', 'result.isError', 'never read'],
    [
      'crush:no-images',
      'image',
      'This model (‹model›) does not support image data.',
      'blocks.image',
      'Run()',
    ],
    ['crush', 'JSON-RPC error', '‹…›penuh', 'rpcError.call', 'err.Error()'],

    ['librechat', 'name', 'cari.anak_mcp_Buku_Anak', 'toolName', '_mcp_'],
    [
      'librechat',
      'schema',
      '{"type":"object","properties":{"kelas":{"type":["string","null"],"format":"uri","minLength":1}}}',
      'tool.inputSchema',
      'begin with $',
    ],
    ['librechat', 'instructions', '(dropped)', 'instructions', 'serverInstructions'],
    ['librechat', 'both', 'satu', 'result.structured', 'parsers.ts'],
    [
      'librechat',
      'structured content alone',
      '{\n  "n": 1\n}',
      'result.structured',
      'parsers.ts@001f16d84110',
    ],
    [
      'librechat',
      'resource',
      'Resource Text: isi\nResource URI: buku://1\nResource MIME Type: text/plain',
      'blocks.resource',
      'parsers.ts',
    ],
    ['librechat', 'empty', '(No response)', 'result.empty', 'parsers.ts'],
    ['librechat', 'broken promise', 'satu', 'sdk.outputSchema', 'past the check'],
    [
      'librechat',
      'JSON-RPC error',
      '[MCP][Buku Anak][cari] tool call failed: MCP error -32000: penuh',
      'rpcError.call',
      'TypeScript SDK',
    ],

    ['open-webui', 'name', 'Buku Anak_cari.anak', 'toolName', 'the id of the server'],
    ['open-webui', 'second page', 'Buku Anak_dua', 'listing.pages', 'list_tool_specs'],
    ['open-webui', 'both', 'satu', 'result.structured', 'call_tool returns content'],
    ['open-webui', 'instructions', '(dropped)', 'instructions', 'initialize()'],
    ['open-webui', 'broken promise', '(fails)', 'sdk.outputSchema', 'validate_tool_result'],
    ['open-webui', 'image', '(unknown)', 'blocks.image', 'not looked for'],

    ['claude-desktop', 'both', 'satu', 'result.structured', 'blockscout/mcp-server#324'],
    ['claude-desktop', 'name', '(unknown)', 'toolName', 'not found'],
    ['cursor', 'both', 'satu', 'result.structured', '#79944'],
    [
      'cursor',
      'broken promise',
      'MCP error -32600: Tool cari has an output schema but did not return structured content',
      'sdk.outputSchema',
      'EDT-MCP#574',
    ],
    ['cursor', 'instructions', '(unknown)', 'instructions', ''],
    ['windsurf', 'tool 101', '(dropped)', 'listing.limit', '100 tools in all'],
    ['windsurf', 'two texts', '(unknown)', 'blocks.text', 'not found'],
    ['chatgpt', 'both', 'satu | {"n":1}', 'result.structured', 'structuredContent and content'],
    ['chatgpt:widget', 'both', '{"n":1}', 'result.structured', 'content does not arrive'],
    ['chatgpt', 'instructions', '(dropped)', 'instructions', 'mcp-hosted#31'],
    ['copilot-cli', 'both', 'satu | {"n":1}', 'result.structured', '#4515'],
    ['copilot-cli:may-2026', 'both', '{"n":1}', 'result.structured', '#3258'],
    ['copilot-cli', 'failed', '(unknown)', 'result.isError', 'not found'],
  ])('%s, %s: %j', (host, question, reads, rule, evidence) => {
    verifies('reading/evidence', 'reading/every-host');
    expect(answer(host, question)).toBe(reads);
    const { ref = '', note = '' } = profileOf(host).evidence[rule] ?? {};
    expect(`${ref} ${note}`).toContain(evidence);
  });
});

const folder = join(import.meta.dirname, '../../../src/reading/profiles');

it.each(readdirSync(folder).filter((name) => name.endsWith('.json')))(
  '%s names no source in vain',
  (file) => {
    verifies('reading/evidence');
    const {
      sources,
      rules,
      variants = [],
    }: Document = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const all = [rules, ...variants.map((each) => each.rules ?? {})].flatMap(
      Object.values<Sourced>,
    );
    const used = new Set(all.map((each) => each.source));
    expect(Object.keys(sources).filter((name) => !used.has(name))).toEqual([]);
  },
);

interface Sourced {
  readonly source?: string;
}

interface Document {
  readonly sources: Readonly<Record<string, object>>;
  readonly rules: Readonly<Record<string, Sourced>>;
  readonly variants?: readonly { readonly rules?: Readonly<Record<string, Sourced>> }[];
}
