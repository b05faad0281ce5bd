/** What the members of the commonest messages are called, as bytes, and a bit for each. */
export const [JSONRPC, ID, METHOD, PARAMS, RESULT] = [1, 2, 4, 8, 16] as const;
export const CALL = JSONRPC | ID | METHOD | PARAMS;
export const RESULT_OF_CALL = JSONRPC | ID | RESULT;

export const USUAL_START = Buffer.from('{"jsonrpc":"2.0","id":');
export const JSONRPC_KEY = Buffer.from('"jsonrpc"');
export const ID_KEY = Buffer.from('"id"');
export const METHOD_KEY = Buffer.from('"method"');
export const PARAMS_KEY = Buffer.from('"params"');
export const RESULT_KEY = Buffer.from('"result"');
export const NAME_KEY = Buffer.from('"name"');
export const ARGUMENTS_KEY = Buffer.from('"arguments"');
export const META_KEY = Buffer.from('"_meta"');
export const TOKEN_KEY = Buffer.from('"progressToken"');
export const CONTENT_KEY = Buffer.from('"content"');
export const IS_ERROR_KEY = Buffer.from('"isError"');
export const STRUCTURED_KEY = Buffer.from('"structuredContent"');
export const TYPE_KEY = Buffer.from('"type"');
export const TEXT_KEY = Buffer.from('"text"');
export const TEXT_TYPE = Buffer.from('"text"');
export const VERSION = Buffer.from('"2.0"');
export const TOOLS_CALL = Buffer.from('"tools/call"');
export const FALSE = Buffer.from('false');
