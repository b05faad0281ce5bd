// Written by scripts/profiles.mjs; do not edit.
import type { JsonValue } from '../../model/json.ts';
import adkJsProfile from './adk-js.json' with { type: 'json' };
import adkPythonProfile from './adk-python.json' with { type: 'json' };
import anthropicSdkProfile from './anthropic-sdk.json' with { type: 'json' };
import chatgptProfile from './chatgpt.json' with { type: 'json' };
import claudeApiConnectorProfile from './claude-api-connector.json' with { type: 'json' };
import claudeCodeProfile from './claude-code.json' with { type: 'json' };
import claudeDesktopProfile from './claude-desktop.json' with { type: 'json' };
import claudeMessagesProfile from './claude-messages.json' with { type: 'json' };
import clineProfile from './cline.json' with { type: 'json' };
import codexCliProfile from './codex-cli.json' with { type: 'json' };
import continueProfile from './continue.json' with { type: 'json' };
import continueCliProfile from './continue-cli.json' with { type: 'json' };
import copilotCliProfile from './copilot-cli.json' with { type: 'json' };
import crushProfile from './crush.json' with { type: 'json' };
import cursorProfile from './cursor.json' with { type: 'json' };
import fastAgentProfile from './fast-agent.json' with { type: 'json' };
import geminiCliProfile from './gemini-cli.json' with { type: 'json' };
import gooseProfile from './goose.json' with { type: 'json' };
import langchainJsProfile from './langchain-js.json' with { type: 'json' };
import langchainPythonProfile from './langchain-python.json' with { type: 'json' };
import librechatProfile from './librechat.json' with { type: 'json' };
import mastraProfile from './mastra.json' with { type: 'json' };
import mcpUseProfile from './mcp-use.json' with { type: 'json' };
import openWebuiProfile from './open-webui.json' with { type: 'json' };
import openaiAgentsJsProfile from './openai-agents-js.json' with { type: 'json' };
import openaiAgentsPythonProfile from './openai-agents-python.json' with { type: 'json' };
import opencodeProfile from './opencode.json' with { type: 'json' };
import pydanticAiProfile from './pydantic-ai.json' with { type: 'json' };
import qwenCodeProfile from './qwen-code.json' with { type: 'json' };
import rooCodeProfile from './roo-code.json' with { type: 'json' };
import vercelAiSdkProfile from './vercel-ai-sdk.json' with { type: 'json' };
import vscodeCopilotProfile from './vscode-copilot.json' with { type: 'json' };
import windsurfProfile from './windsurf.json' with { type: 'json' };
import zedProfile from './zed.json' with { type: 'json' };

const documents: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['adk-js', adkJsProfile],
  ['adk-python', adkPythonProfile],
  ['anthropic-sdk', anthropicSdkProfile],
  ['chatgpt', chatgptProfile],
  ['claude-api-connector', claudeApiConnectorProfile],
  ['claude-code', claudeCodeProfile],
  ['claude-desktop', claudeDesktopProfile],
  ['claude-messages', claudeMessagesProfile],
  ['cline', clineProfile],
  ['codex-cli', codexCliProfile],
  ['continue', continueProfile],
  ['continue-cli', continueCliProfile],
  ['copilot-cli', copilotCliProfile],
  ['crush', crushProfile],
  ['cursor', cursorProfile],
  ['fast-agent', fastAgentProfile],
  ['gemini-cli', geminiCliProfile],
  ['goose', gooseProfile],
  ['langchain-js', langchainJsProfile],
  ['langchain-python', langchainPythonProfile],
  ['librechat', librechatProfile],
  ['mastra', mastraProfile],
  ['mcp-use', mcpUseProfile],
  ['open-webui', openWebuiProfile],
  ['openai-agents-js', openaiAgentsJsProfile],
  ['openai-agents-python', openaiAgentsPythonProfile],
  ['opencode', opencodeProfile],
  ['pydantic-ai', pydanticAiProfile],
  ['qwen-code', qwenCodeProfile],
  ['roo-code', rooCodeProfile],
  ['vercel-ai-sdk', vercelAiSdkProfile],
  ['vscode-copilot', vscodeCopilotProfile],
  ['windsurf', windsurfProfile],
  ['zed', zedProfile],
]);

/** Names of all built-in profiles. */
export const ids: readonly string[] = [...documents.keys()];

/** The document of a built-in profile. */
export function documentOf(id: string): JsonValue | undefined {
  return documents.get(id);
}
