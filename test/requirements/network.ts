import type { Requirement } from './types.ts';

export const network = {
  'network:names': {
    promise:
      'All that listens answers to its own names alone; another Host, or the Origin of another page, is refused with one line.',
    source: 'MCP Streamable HTTP, "Security Warning": DNS rebinding',
  },
  'network:requests': {
    promise:
      'Requests that two readers may read differently are refused, never passed on in part; the server goes on.',
    source: 'RFC 9112 section 11.2: request smuggling',
  },
  'network:slow': {
    promise: 'Slow clients, many connections and large heads keep nobody else waiting.',
    source: 'field: slowloris; design: hostile input',
  },
  'network:answers': {
    promise:
      'Whatever an upstream answers, its client gets the same bytes or one line with 502; the recording stays readable.',
    source: 'RFC 9112 section 11.1: response splitting',
  },
  'network:bombs': {
    promise:
      'What unpacks to far more than it was is passed on as it came, and recorded only as far as a limit, with a note.',
    source: 'design: hostile input; RFC 9110 section 8.4',
  },
  'serve:http-one-head': {
    promise:
      'A response of a served recording has one head whatever is played into it, and any recorded target is a path.',
    source: 'field: a batch answered in part ended the server',
  },
} as const satisfies Record<string, Requirement>;
