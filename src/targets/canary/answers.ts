import { type JsonMembers, mark, markedBlob, markedPng, markedWav, offsetText } from './marker.ts';

/** What a call of one tool gets. */
export interface CanaryAnswer {
  readonly result?: JsonMembers;
  /** A JSON-RPC error instead. */
  readonly error?: JsonMembers;
  /** The tool declares an `outputSchema`. */
  readonly promises?: boolean;
  /** Log messages, progress and stderr come before the answer. */
  readonly talks?: boolean;
}

/** A time that occurs nowhere else; hosts refuse one that is no time. */
export const LAST_MODIFIED = '2019-03-13T09:13:01Z';

/** Characters of the long text: more than any host read so far passes on. */
export const LONG = 60_000;

/** Answers of every kind, by the name of the tool that gives it. `prefix` makes the markers other ones. */
export function answers(prefix = ''): { readonly [tool: string]: CanaryAnswer } {
  const at = (name: string) => `result-${prefix}${name}`;
  return {
    canary_text_one: content(text(at('text_one'))),
    canary_text_two: content(text(at('text_two'), 0), text(at('text_two'), 1)),
    ...metaAnswers(at),
    ...structuredAnswers(at),
    ...failures(at),
    ...blockAnswers(at),
    ...textAnswers(at),
  };
}

type At = (name: string) => string;

function text(at: string, index = 0): JsonMembers {
  return { type: 'text', text: mark(at, index, 'text') };
}

function content(...blocks: JsonMembers[]): CanaryAnswer {
  return { result: { content: blocks } };
}

function metaAnswers(at: At): { readonly [tool: string]: CanaryAnswer } {
  const meta = at('meta');
  const audience = at('audience');
  return {
    canary_meta: {
      result: {
        content: [
          {
            ...text(meta),
            annotations: { priority: 0.9131, lastModified: LAST_MODIFIED },
            _meta: { 'canary.invalid/block': mark(meta, 'block', 'meta') },
            'x-canary': mark(meta, 'block', 'extension'),
          },
        ],
        isError: false,
        _meta: { 'canary.invalid/result': mark(meta, 'meta') },
        'x-canary': mark(meta, 'extension'),
      },
    },
    canary_audience: content(
      { ...text(audience, 0), annotations: { audience: ['user'] } },
      { ...text(audience, 1), annotations: { audience: ['assistant'] } },
      { ...text(audience, 2), annotations: { audience: ['user', 'assistant'] } },
    ),
  };
}

function structuredAnswers(at: At): { readonly [tool: string]: CanaryAnswer } {
  const one = (name: string) => ({ answer: mark(at(name), 'structured') });
  return {
    canary_structured_text: {
      result: {
        content: [text(at('structured_text'))],
        structuredContent: { ...one('structured_text'), number: 913_101, list: [1, null, true] },
      },
    },
    canary_structured_only: {
      result: { content: [], structuredContent: one('structured_only') },
    },
    canary_structured_image: {
      result: {
        content: [text(at('structured_image')), image(at('structured_image'), 1)],
        structuredContent: one('structured_image'),
      },
    },
    canary_structured_promised: {
      promises: true,
      result: {
        content: [text(at('structured_promised'))],
        structuredContent: one('structured_promised'),
      },
    },
    canary_schema_missing: { ...content(text(at('schema_missing'))), promises: true },
    canary_schema_broken: {
      promises: true,
      result: {
        content: [text(at('schema_broken'))],
        structuredContent: { other: mark(at('schema_broken'), 'structured') },
      },
    },
  };
}

function failures(at: At): { readonly [tool: string]: CanaryAnswer } {
  return {
    canary_is_error: { result: { content: [text(at('is_error'))], isError: true } },
    canary_is_error_rich: {
      result: {
        content: [
          { ...text(at('is_error_rich'), 0), annotations: { audience: ['user'] } },
          text(at('is_error_rich'), 1),
          image(at('is_error_rich'), 2),
        ],
        structuredContent: { answer: mark(at('is_error_rich'), 'structured') },
        isError: true,
        _meta: { 'canary.invalid/result': mark(at('is_error_rich'), 'meta') },
      },
    },
    canary_is_error_empty: { result: { content: [], isError: true } },
    canary_rpc_error: {
      error: {
        code: -32_050,
        message: mark(at('rpc_error'), 'message'),
        data: { detail: mark(at('rpc_error'), 'data') },
      },
    },
    canary_empty: content(),
  };
}

function blockAnswers(at: At): { readonly [tool: string]: CanaryAnswer } {
  const mixed = at('mixed');
  return {
    canary_image: content(image(at('image'))),
    canary_mixed: content(text(mixed, 0), image(mixed, 1), text(mixed, 2)),
    canary_resource_text: content(resource(at('resource_text'), 'text/plain', 'text')),
    canary_resource_blob: content(
      resource(at('resource_blob'), 'application/octet-stream', 'blob'),
    ),
    canary_resource_link: content(link(at('resource_link'))),
    canary_audio: content({
      type: 'audio',
      data: markedWav(mark(at('audio'), 'data')),
      mimeType: 'audio/wav',
    }),
    canary_text_and_link: content(text(at('text_and_link')), link(at('text_and_link'))),
    canary_unknown_block: content(text(at('unknown_block')), {
      type: 'canary_block',
      text: mark(at('unknown_block'), 'text'),
    }),
  };
}

function image(at: string, index = 0): JsonMembers {
  return { type: 'image', data: markedPng(mark(at, index, 'data')), mimeType: 'image/png' };
}

function resource(at: string, mimeType: string, kind: 'text' | 'blob'): JsonMembers {
  const marker = mark(at, kind);
  return {
    type: 'resource',
    resource: {
      uri: `canary://${mark(at, 'uri')}`,
      mimeType,
      [kind]: kind === 'text' ? marker : markedBlob(marker),
      _meta: { 'canary.invalid/resource': mark(at, 'resource', 'meta') },
    },
    annotations: { audience: ['assistant'], priority: 0.9132 },
    _meta: { 'canary.invalid/block': mark(at, 'meta') },
  };
}

function link(at: string): JsonMembers {
  return {
    type: 'resource_link',
    uri: `canary://${mark(at, 'uri')}`,
    name: mark(at, 'name'),
    title: mark(at, 'title'),
    description: mark(at, 'description'),
    mimeType: 'text/plain',
    size: 913_102,
    _meta: { 'canary.invalid/block': mark(at, 'meta') },
  };
}

function textAnswers(at: At): { readonly [tool: string]: CanaryAnswer } {
  const [first, last] = [mark(at('long'), 'text'), mark(at('long'), 'end')];
  const filling = offsetText(LONG - first.length - last.length - 2);
  const many = Array.from({ length: 30 }, (_, index) => text(at('many_blocks'), index));
  return {
    canary_long: content({ type: 'text', text: `${first} ${filling} ${last}` }),
    canary_many_blocks: content(...many),
    canary_json_text: content({
      type: 'text',
      text: `{\n  "key": "${mark(at('json_text'), 'text')}",\n  "number": 1.0\n}`,
    }),
    canary_characters: content({
      type: 'text',
      text: `${mark(at('characters'), 'text')} <b>&amp;</b> "quoted" \\ \t é 漢字 🙂 \u202e \u001b[31m </tool>`,
    }),
    canary_empty_text: content({ type: 'text', text: '' }),
    canary_talks: { ...content(text(at('talks'))), talks: true },
  };
}
