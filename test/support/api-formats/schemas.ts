/** JSON Schemas of the bodies that the model APIs take, as far as tools and text go. Nothing else may be there. */

interface Schema {
  readonly [key: string]: unknown;
}

/** An object with exactly these members; a name that ends with `?` may be missing. */
function exact(members: { readonly [name: string]: Schema }): Schema {
  const names = Object.keys(members);
  return {
    type: 'object',
    additionalProperties: false,
    required: names.filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(
      Object.entries(members).map(([name, schema]) => [name.replace(/\?$/, ''), schema]),
    ),
  };
}

const text = { type: 'string' };
const yes = { type: 'boolean' };
const any: Schema = {};
const list = (items: Schema): Schema => ({ type: 'array', items });
const one = (...of: Schema[]): Schema => ({ oneOf: of });
const is = (value: string): Schema => ({ const: value });
const objectValue = { type: 'object' };
const objectSchema = { type: 'object', properties: { type: is('object') }, required: ['type'] };
const name = (most: number): Schema => ({
  type: 'string',
  pattern: `^[a-zA-Z0-9_-]{1,${most}}$`,
});
const id = { type: 'string', pattern: '^[a-zA-Z0-9_-]+$' };
const base64 = { type: 'string', pattern: '^[A-Za-z0-9+/]+={0,2}$' };
const dataUrl = { type: 'string', pattern: '^data:[a-z]+/[^;,]+;base64,[A-Za-z0-9+/]+={0,2}$' };

const textBlock = exact({ type: is('text'), text: { type: 'string', minLength: 1 } });
const imageBlock = exact({
  type: is('image'),
  source: exact({
    type: is('base64'),
    media_type: { enum: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] },
    data: base64,
  }),
});
const documentBlock = exact({
  type: is('document'),
  source: exact({ type: is('base64'), media_type: is('application/pdf'), data: base64 }),
});
const reference = exact({ type: is('tool_reference'), tool_name: name(128) });
const toolResult = exact({
  type: is('tool_result'),
  tool_use_id: id,
  content: one(text, list(one(textBlock, imageBlock, documentBlock, reference))),
  'is_error?': yes,
});
const toolUse = exact({ type: is('tool_use'), id, name: name(128), input: objectValue });

/** `POST /v1/messages` (Claude API reference, "Messages"; "Define tools"; "Tool search"). */
export const anthropicSchema: Schema = exact({
  model: text,
  max_tokens: { type: 'integer', minimum: 1 },
  system: list(textBlock),
  'tools?': list(
    exact({
      name: name(128),
      'description?': text,
      input_schema: objectSchema,
      'defer_loading?': yes,
    }),
  ),
  messages: {
    type: 'array',
    minItems: 1,
    items: one(
      exact({
        role: is('user'),
        content: list(one(textBlock, imageBlock, documentBlock, toolResult)),
      }),
      exact({ role: is('assistant'), content: list(one(textBlock, toolUse)) }),
    ),
  },
});

const chatText = exact({ type: is('text'), text });
const chatImage = exact({ type: is('image_url'), image_url: exact({ url: dataUrl }) });
const chatAudio = exact({
  type: is('input_audio'),
  input_audio: exact({ data: base64, format: { enum: ['wav', 'mp3'] } }),
});
const chatCall = exact({
  id: text,
  type: is('function'),
  function: exact({ name: name(64), arguments: text }),
});

/** `POST /v1/chat/completions` (OpenAI API reference, "Create chat completion"). */
export const chatSchema: Schema = exact({
  model: text,
  'tools?': list(
    exact({
      type: is('function'),
      function: exact({ name: name(64), 'description?': text, 'parameters?': objectSchema }),
    }),
  ),
  messages: list(
    one(
      exact({ role: { enum: ['system', 'developer'] }, content: list(chatText) }),
      exact({ role: is('user'), content: list(one(chatText, chatImage, chatAudio)) }),
      exact({
        role: is('assistant'),
        content: one(text, list(chatText)),
        'tool_calls?': list(chatCall),
      }),
      exact({ role: is('tool'), tool_call_id: text, content: one(text, list(chatText)) }),
    ),
  ),
});

const responsesText = exact({ type: is('input_text'), text });
const responsesImage = exact({
  type: is('input_image'),
  image_url: dataUrl,
  'detail?': { enum: ['low', 'high', 'auto', 'original'] },
});
const responsesFunction = exact({
  type: is('function'),
  name: name(128),
  'description?': text,
  parameters: objectSchema,
  strict: yes,
  'defer_loading?': yes,
});
const responsesTools = list(
  one(
    responsesFunction,
    exact({
      type: is('namespace'),
      name: name(128),
      description: text,
      tools: list(responsesFunction),
    }),
    exact({
      type: is('tool_search'),
      execution: is('client'),
      description: text,
      parameters: objectValue,
    }),
  ),
);

/** `POST /v1/responses` (OpenAI API reference, "Create a model response"; guides on function calling and tool search). */
export const responsesSchema: Schema = exact({
  model: text,
  instructions: text,
  'tools?': responsesTools,
  input: list(
    one(
      exact({
        type: is('message'),
        role: { enum: ['user', 'developer'] },
        content: list(one(responsesText, responsesImage)),
      }),
      exact({ type: is('message'), role: is('assistant'), content: text }),
      exact({
        type: is('function_call'),
        call_id: text,
        name: name(128),
        'namespace?': name(128),
        arguments: text,
      }),
      exact({
        type: is('function_call_output'),
        call_id: text,
        output: one(text, list(one(responsesText, responsesImage))),
      }),
      // Not in the reference: as Codex 0.171.0 sends it in code mode.
      exact({
        type: is('additional_tools'),
        tools: list(
          exact({
            type: is('namespace'),
            name: name(128),
            description: text,
            tools: list(exact({ type: is('custom'), name: name(128), description: text })),
          }),
        ),
      }),
      exact({ type: is('custom_tool_call'), call_id: text, name: name(128), input: text }),
      exact({
        type: is('custom_tool_call_output'),
        call_id: text,
        output: one(text, list(one(responsesText, responsesImage))),
      }),
      exact({
        type: is('tool_search_call'),
        call_id: text,
        execution: is('client'),
        arguments: objectValue,
      }),
      exact({
        type: is('tool_search_output'),
        call_id: text,
        execution: is('client'),
        tools: responsesTools,
      }),
    ),
  ),
});

const geminiName = { type: 'string', pattern: '^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$' };
const geminiParts = (...of: Schema[]): Schema => ({ type: 'array', items: one(...of) });
const geminiText = exact({ text });
const geminiMedia = exact({ inlineData: exact({ mimeType: text, data: base64 }) });

/** `POST /v1beta/models/MODEL:generateContent` (Gemini API reference, "Generating content", "Content", "Tool"). */
export const geminiSchema: Schema = exact({
  systemInstruction: exact({ parts: geminiParts(geminiText) }),
  'tools?': list(
    exact({
      functionDeclarations: list(
        exact({
          name: geminiName,
          'description?': text,
          'parameters?': objectValue,
          'parametersJsonSchema?': any,
          'response?': objectValue,
          'responseJsonSchema?': objectValue,
        }),
      ),
    }),
  ),
  contents: list(
    one(
      exact({
        role: is('user'),
        parts: geminiParts(
          geminiText,
          geminiMedia,
          exact({
            functionResponse: exact({ id: text, name: geminiName, response: objectValue }),
          }),
        ),
      }),
      exact({
        role: is('model'),
        parts: geminiParts(
          geminiText,
          exact({ functionCall: exact({ id: text, name: geminiName, args: objectValue }) }),
        ),
      }),
    ),
  ),
});
