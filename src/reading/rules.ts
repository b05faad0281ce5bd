import type { Stage } from '../model/reading.ts';

/**
 * Every question that a profile has to answer, and the stage that asks it. A profile without an
 * answer to one of them, or without evidence for it, is refused (profiles.ts).
 */
export const STAGE_OF = {
  /** `jsonrpc`, `id`, `method`. */
  envelope: 'envelope',
  /** Members next to them that JSON-RPC does not define. */
  'envelope.extra': 'envelope',
  'envelope.meta': 'envelope',
  'envelope.resultType': 'envelope',
  /** `ttlMs`, `cacheScope`. */
  'envelope.cache': 'envelope',
  /** A member of another JSON type than the specification says. */
  malformed: 'envelope',
  /** A method that no revision defines for this side. */
  'method.unknown': 'envelope',
  'handshake.version': 'envelope',
  /** Capabilities and introductions of both sides. */
  handshake: 'envelope',

  /** The list of tools itself, which may be empty. */
  listing: 'listing',
  'listing.cursor': 'listing',
  /** Tools of the second and later pages. */
  'listing.pages': 'listing',
  /** Tools with a trait that hides them from the model. */
  'listing.hidden': 'listing',
  /** Tools beyond the number that the host takes. */
  'listing.limit': 'listing',
  /** Members of a tool that the model sees only after a tool search. */
  'listing.deferral': 'listing',
  toolName: 'tool-name',
  /** A name with characters that the API refuses. */
  'toolName.characters': 'tool-name',
  /** A name longer than the API takes. */
  'toolName.length': 'tool-name',
  /** A tool whose name another tool has taken. */
  'toolName.collision': 'tool-name',
  'tool.description': 'description',
  'tool.inputSchema': 'schema',
  'tool.title': 'members',
  'tool.annotations': 'members',
  'tool.icons': 'members',
  'tool.outputSchema': 'members',
  'tool.execution': 'members',
  'tool.meta': 'members',
  'tool.other': 'members',
  instructions: 'instructions',

  'call.name': 'call',
  'call.arguments': 'call',
  /** Name and arguments that the host sends again in a later round. */
  'call.again': 'call',
  'call.requestState': 'call',
  'call.inputRequests': 'call',
  'call.inputResponses': 'call',
  'call.task': 'call',
  /** The result of a task of the client. */
  'call.taskAnswer': 'call',
  'call.other': 'call',

  /** A result that does not keep the promise of its tool's outputSchema. */
  'sdk.outputSchema': 'sdk-checks',
  /** A JSON-RPC error as the answer to a tool call. */
  'rpcError.call': 'error',
  'rpcError.other': 'error',
  'result.isError': 'error',
  'answer.late': 'error',
  'answer.duplicate': 'error',
  /** Answers no request, or one of several. */
  'answer.orphan': 'error',
  'result.structured': 'structured',
  'result.meta': 'structured',
  'result.other': 'structured',
  /** Blocks that are not meant for the assistant. */
  audience: 'audience',
  'blocks.annotations': 'audience',
  /** The list of content blocks itself, which may be empty. */
  blocks: 'blocks',
  'blocks.text': 'blocks',
  'blocks.image': 'blocks',
  'blocks.audio': 'blocks',
  'blocks.resourceLink': 'blocks',
  'blocks.resource': 'blocks',
  'blocks.resourceBlob': 'blocks',
  'blocks.otherType': 'blocks',
  'blocks.meta': 'blocks',
  'blocks.other': 'blocks',
  /** How the blocks become one value of the API request. */
  'result.encode': 'encoding',
  /** What stands for a result that holds nothing. */
  'result.empty': 'encoding',
  'result.wrapper': 'wrapper',
  'result.truncation': 'truncation',

  /** Messages that never become part of an API request: ping, logging, completion, roots, … */
  hostOnly: 'placement',
  /** What the user is asked and answers. */
  elicitation: 'placement',
  'sampling.system': 'placement',
  'sampling.role': 'placement',
  'sampling.text': 'placement',
  'sampling.messages': 'placement',
  'sampling.tools': 'placement',
  'sampling.other': 'placement',
  'sampling.answer': 'placement',

  'resources.list': 'resources',
  'resources.request': 'resources',
  'resources.contents': 'resources',
  'resources.text': 'resources',
  'resources.blob': 'resources',
  /** Address, type and other members beside the contents. */
  'resources.label': 'resources',
  'prompts.list': 'prompts',
  'prompts.request': 'prompts',
  'prompts.messages': 'prompts',
  'prompts.role': 'prompts',
  'prompts.text': 'prompts',
  'prompts.other': 'prompts',
  notifications: 'notifications',
  'notifications.listChanged': 'notifications',
  'notifications.progress': 'notifications',
  'notifications.log': 'notifications',

  /** What the server writes to its standard error. */
  stderr: 'notifications',
  /** How resources and prompts are offered: to the user, or to the model as tools. */
  'resources.offered': 'resources',
  'prompts.offered': 'prompts',
  /** Who may call a tool, and what the model reads when nobody may. */
  permissions: 'call',
} as const satisfies Record<string, Stage>;

export type RuleName = keyof typeof STAGE_OF;

/** All rule names, in the order of the pipeline. */
export const RULE_NAMES: readonly RuleName[] = Object.keys(STAGE_OF).filter(isRuleName);

/** Is this the name of a rule? */
export function isRuleName(name: string): name is RuleName {
  return Object.hasOwn(STAGE_OF, name);
}

/** Rules that explain a host and decide no fate of a member. */
export const TOLD_ONLY: readonly RuleName[] = [
  'stderr',
  'resources.offered',
  'prompts.offered',
  'permissions',
];
