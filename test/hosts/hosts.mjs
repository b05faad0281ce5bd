// The hosts that are measured here: what is installed for each, and how it is run.
import { commandLine } from './command-line.mjs';

const javascript = {
  'ai-sdk-6': { script: 'ai-sdk.mjs', formats: ['anthropic', 'chat', 'responses', 'gemini'] },
  'ai-sdk-7': { script: 'ai-sdk.mjs', formats: ['anthropic', 'chat', 'responses', 'gemini'] },
  'anthropic-sdk': { script: 'anthropic-sdk.mjs', formats: ['anthropic', 'anthropic-stream'] },
  'openai-agents-js': { script: 'openai-agents.mjs', formats: ['responses', 'chat'] },
  'langchain-js': { script: 'langchain.mjs', formats: ['anthropic', 'chat', 'responses'] },
  'mcp-use': { script: 'mcp-use.mjs', formats: ['anthropic', 'chat'] },
  'adk-js': { script: 'adk.mjs', formats: ['gemini'] },
  mastra: { script: 'mastra.mjs', formats: ['anthropic', 'chat'] },
};

const python = {
  'openai-agents-py': {
    script: 'openai_agents_py.py',
    formats: ['responses', 'chat'],
    requirements: ['openai-agents==0.24.0'],
  },
  'pydantic-ai': {
    script: 'pydantic_ai_py.py',
    formats: ['anthropic', 'chat'],
    requirements: ['pydantic-ai-slim[mcp,anthropic,openai]==2.68.0'],
  },
  'langchain-py': {
    script: 'langchain_py.py',
    formats: ['anthropic', 'chat'],
    requirements: [
      'langchain==1.5.2',
      'langchain-mcp-adapters==0.3.2',
      'langchain-anthropic==1.7.10',
      'langchain-openai==1.7.4',
    ],
  },
};

const kinds = { javascript, python, 'command-line': commandLine };

/** By name: `kind`, `formats`, and what its kind needs to be run. */
export const hosts = Object.fromEntries(
  Object.entries(kinds).flatMap(([kind, group]) =>
    Object.entries(group).map(([name, host]) => [name, { name, kind, ...host }]),
  ),
);
