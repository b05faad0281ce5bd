import { type JsonMembers, mark, markedBlob, offsetText } from './marker.ts';

/** What a server tells about itself. */
export const SERVER_INFO: JsonMembers = {
  name: 'canary',
  title: mark('serverInfo', 'title'),
  version: '1.0.0',
  description: mark('serverInfo', 'description'),
  websiteUrl: `https://canary.invalid/${mark('serverInfo', 'website')}`,
  icons: [
    { src: `https://canary.invalid/${mark('serverInfo', 'icon')}.png`, mimeType: 'image/png' },
  ],
};

export const CAPABILITIES: JsonMembers = {
  logging: {},
  completions: {},
  prompts: { listChanged: false },
  resources: { subscribe: false, listChanged: false },
  tools: { listChanged: false },
  experimental: { 'canary.invalid/experiment': { marker: mark('capabilities', 'experimental') } },
};

/** 3,000 characters, a marker at each end: longer than hosts are known to pass on. */
export function instructions(): string {
  const [first, last] = [mark('instructions'), mark('instructions', 'end')];
  return `${first} ${offsetText(3000 - first.length - last.length - 2)} ${last}`;
}

const RESOURCE_URI = `canary://${mark('resource', 'uri')}`;
const BLOB_URI = `canary://${mark('resource', 'blob', 'uri')}`;

export const RESOURCES: readonly JsonMembers[] = [
  {
    uri: RESOURCE_URI,
    name: mark('resource', 'name'),
    title: mark('resource', 'title'),
    description: mark('resource', 'description'),
    mimeType: 'text/plain',
    size: 913_201,
    annotations: { audience: ['user'], priority: 0.9133 },
    _meta: { 'canary.invalid/resource': mark('resource', 'meta') },
  },
  { uri: BLOB_URI, name: mark('resource', 'blob', 'name'), mimeType: 'application/octet-stream' },
];

export const TEMPLATES: readonly JsonMembers[] = [
  {
    uriTemplate: `canary://${mark('template', 'uri')}/{id}`,
    name: mark('template', 'name'),
    title: mark('template', 'title'),
    description: mark('template', 'description'),
    mimeType: 'text/plain',
  },
];

export const PROMPTS: readonly JsonMembers[] = [
  {
    name: 'canary_prompt',
    title: mark('prompt', 'title'),
    description: mark('prompt', 'description'),
    arguments: [
      {
        name: 'topic',
        title: mark('prompt', 'argument', 'title'),
        description: mark('prompt', 'argument'),
        required: false,
      },
    ],
    _meta: { 'canary.invalid/prompt': mark('prompt', 'meta') },
  },
];

/** The contents of a resource; undefined when there is none of this name. */
export function contentsOf(uri: string): readonly JsonMembers[] | undefined {
  if (uri === RESOURCE_URI) {
    const _meta = { 'canary.invalid/contents': mark('contents', 'meta') };
    return [{ uri, mimeType: 'text/plain', text: mark('contents', 'text'), _meta }];
  }
  if (uri !== BLOB_URI) return undefined;
  return [
    { uri, mimeType: 'application/octet-stream', blob: markedBlob(mark('contents', 'blob')) },
  ];
}

/** The answer to `prompts/get`. */
export function promptAnswer(): JsonMembers {
  return {
    description: mark('promptAnswer', 'description'),
    messages: [
      { role: 'user', content: { type: 'text', text: mark('promptAnswer', 0) } },
      { role: 'assistant', content: { type: 'text', text: mark('promptAnswer', 1) } },
    ],
  };
}

/** What the server says while a call runs, before its answer. */
export function talk(progressToken: string | number | undefined): readonly JsonMembers[] {
  const log = {
    method: 'notifications/message',
    params: { level: 'info', logger: mark('log', 'logger'), data: { text: mark('log', 'data') } },
  };
  const progress = {
    method: 'notifications/progress',
    params: {
      progressToken: progressToken ?? null,
      progress: 1,
      total: 2,
      message: mark('progress'),
    },
  };
  return progressToken === undefined ? [log] : [log, progress];
}

/** A line that goes to stderr at the same time. */
export const STDERR_LINE: string = mark('stderr');
