import type { Format } from './format.ts';
import { captureRows } from './formats/capture-rows.ts';
import { claudeCodeArray, claudeCodeJsonl } from './formats/claude-code.ts';
import { claudeCodeText } from './formats/claude-code-text.ts';
import {
  claudeDesktop2024,
  claudeDesktopMcp,
  claudeDesktopServer,
} from './formats/claude-desktop.ts';
import { cursor } from './formats/cursor.ts';
import { geminiConsole } from './formats/gemini-console.ts';
import { har } from './formats/har.ts';
import { httpTranscript } from './formats/http-transcript.ts';
import { inspectorProtocol } from './formats/inspector.ts';
import { inspectorNetwork } from './formats/inspector-network.ts';
import { eventStream, jsonRpcDocument, jsonRpcLines } from './formats/json-rpc.ts';
import { mcpCassette } from './formats/mcp-cassette.ts';
import { mcpCassettePython } from './formats/mcp-cassette-python.ts';
import { mcpRecorder } from './formats/mcp-recorder.ts';
import { mcpRecorderCassette } from './formats/mcp-recorder-cassette.ts';
import { mcpTape } from './formats/mcp-tape.ts';
import { mcporter } from './formats/mcporter.ts';
import { mcpsnoop } from './formats/mcpsnoop.ts';
import { vscode } from './formats/vscode.ts';

/** Every kind of log that can be imported; where two fit equally well, the one that comes first is taken. */
export const formats: readonly Format[] = [
  claudeDesktopMcp,
  claudeDesktopServer,
  claudeDesktop2024,
  vscode,
  cursor,
  claudeCodeJsonl,
  claudeCodeArray,
  claudeCodeText,
  geminiConsole,
  inspectorProtocol,
  inspectorNetwork,
  har,
  httpTranscript,
  mcpsnoop,
  mcpRecorder,
  mcpRecorderCassette,
  mcpCassette,
  mcpCassettePython,
  mcpTape,
  mcporter,
  captureRows,
  jsonRpcLines,
  jsonRpcDocument,
  eventStream,
];
