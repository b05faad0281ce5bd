/** What the members of the commonest messages are called, as bytes, and a bit for each: of a list of keys, the nth has the nth bit. */
export const [JSONRPC, ID, METHOD, PARAMS, RESULT] = [1, 2, 4, 8, 16] as const;
export const CALL = JSONRPC | ID | METHOD | PARAMS;
export const RESULT_OF_CALL = JSONRPC | ID | RESULT;

export const USUAL_START = Buffer.from('{"jsonrpc":"2.0","id":');
const JSONRPC_KEY = Buffer.from('"jsonrpc"');
const ID_KEY = Buffer.from('"id"');
const METHOD_KEY = Buffer.from('"method"');
const PARAMS_KEY = Buffer.from('"params"');
const RESULT_KEY = Buffer.from('"result"');
const NAME_KEY = Buffer.from('"name"');
const ARGUMENTS_KEY = Buffer.from('"arguments"');
const META_KEY = Buffer.from('"_meta"');
export const TOKEN_KEY = Buffer.from('"progressToken"');
const CONTENT_KEY = Buffer.from('"content"');
const IS_ERROR_KEY = Buffer.from('"isError"');
const STRUCTURED_KEY = Buffer.from('"structuredContent"');
const TYPE_KEY = Buffer.from('"type"');
const TEXT_KEY = Buffer.from('"text"');
export const TEXT_TYPE = Buffer.from('"text"');
export const VERSION = Buffer.from('"2.0"');
export const TOOLS_CALL = Buffer.from('"tools/call"');
export const FALSE = Buffer.from('false');

export const MESSAGE_KEYS = [JSONRPC_KEY, ID_KEY, METHOD_KEY, PARAMS_KEY, RESULT_KEY];
export const PARAMS_KEYS = [NAME_KEY, META_KEY, ARGUMENTS_KEY];
export const [NAME, META] = [1, 2] as const;
export const RESULT_KEYS = [CONTENT_KEY, IS_ERROR_KEY, STRUCTURED_KEY, META_KEY];
export const [CONTENT, IS_ERROR, STRUCTURED] = [1, 2, 4] as const;
export const BLOCK_KEYS = [TYPE_KEY, TEXT_KEY];
export const TEXT = 2;
export const BLOCK = 1 | TEXT;
