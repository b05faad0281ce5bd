import { anthropic } from './anthropic.ts';
import type { Api } from './api.ts';
import { chat } from './chat.ts';
import { gemini } from './gemini.ts';
import { responses } from './responses.ts';

/** Every model API that the endpoint speaks. */
export const APIS: readonly Api[] = [anthropic, chat, responses, gemini];
