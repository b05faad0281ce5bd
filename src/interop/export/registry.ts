import { csv } from './csv.ts';
import type { ExportFormat } from './exporter.ts';
import { har } from './har.ts';
import { inspector } from './inspector.ts';
import { jsonl } from './jsonl.ts';
import { mcpCassette } from './mcp-cassette.ts';

/** Every form that recordings can be exported to, besides the bytes of one side. */
export const exportFormats: readonly ExportFormat[] = [jsonl, har, inspector, mcpCassette, csv];
