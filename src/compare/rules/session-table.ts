import type { Rule } from './table.ts';

/** Rules about how a session opens, what is asked and answered in it, and how it runs. */
export const SESSION_RULES = {
  'capability.gone': {
    tier: 'breaking',
    says: 'the server no longer has a capability',
    inverse: 'capability.added',
  },
  'capability.added': {
    tier: 'minor',
    says: 'the server has one more capability',
    inverse: 'capability.gone',
  },
  'capability.weaker': {
    tier: 'dangerous',
    says: 'a part of a capability, such as listChanged, is gone',
    inverse: 'capability.stronger',
  },
  'capability.stronger': {
    tier: 'minor',
    says: 'a part of a capability, such as listChanged, is new',
    inverse: 'capability.weaker',
  },
  'capability.changed': { tier: 'dangerous', says: 'a value in a capability changed' },
  'capability.default': {
    tier: 'info',
    says: 'a part of a capability that is off is spelled out, or no longer',
  },
  'server.instructions': { tier: 'minor', says: 'the instructions of the server changed' },
  'server.name': { tier: 'minor', says: 'the server has another name' },
  'server.version': { tier: 'info', says: 'the server has another version' },
  'revision.lower': {
    tier: 'dangerous',
    says: 'asked for the same, the server agreed on an older revision',
    inverse: 'revision.higher',
  },
  'revision.higher': {
    tier: 'info',
    says: 'asked for the same, the server agreed on a newer revision',
    inverse: 'revision.lower',
  },
  'revision.asked': { tier: 'info', says: 'the client asked for another revision' },
  'era.changed': {
    tier: 'info',
    says: 'one session is legacy, the other modern; what only their envelopes differ in is left out',
  },
  'client.changed': {
    tier: 'info',
    says: 'the clients say other things about themselves; a server may offer them other things',
  },

  'request.gone': {
    tier: 'minor',
    says: 'the client asked this in A alone',
    inverse: 'request.new',
  },
  'request.new': {
    tier: 'minor',
    says: 'the client asked this in B alone',
    inverse: 'request.gone',
  },
  'request.changed': {
    tier: 'minor',
    says: 'the client asked for something else; the answers are not compared',
  },
  'server-request.new': {
    tier: 'dangerous',
    says: 'the server asks the client for something that it did not ask for',
    inverse: 'server-request.gone',
  },
  'server-request.gone': {
    tier: 'minor',
    says: 'the server no longer asks the client for something',
    inverse: 'server-request.new',
  },
  'server-request.changed': {
    tier: 'minor',
    says: 'the server asks the client for something else; the answers are not compared',
  },
  'answer.error': {
    tier: 'breaking',
    says: 'an error where there was a result',
    inverse: 'answer.recovered',
  },
  'answer.recovered': {
    tier: 'minor',
    says: 'a result where there was an error',
    inverse: 'answer.error',
  },
  'answer.missing': {
    tier: 'breaking',
    says: 'no answer where there was one',
    inverse: 'answer.arrived',
  },
  'answer.arrived': {
    tier: 'minor',
    says: 'an answer where there was none',
    inverse: 'answer.missing',
  },
  'answer.error-form': {
    tier: 'dangerous',
    says: 'a failure is told in another form: as a JSON-RPC error, or by isError, which models read',
  },
  'answer.is-error': { tier: 'dangerous', says: 'isError of a tool result differs' },
  'answer.error-code': { tier: 'dangerous', says: 'the error has another code' },
  'answer.error-text': { tier: 'minor', says: 'message or data of an error differ' },
  'answer.member-gone': {
    tier: 'dangerous',
    says: 'a member or an item of a result is gone',
    inverse: 'answer.member-added',
  },
  'answer.member-added': {
    tier: 'minor',
    says: 'a member or an item of a result is new',
    inverse: 'answer.member-gone',
  },
  'answer.type': { tier: 'dangerous', says: 'a value of a result has another type' },
  'answer.value': { tier: 'minor', says: 'a value of a result differs' },
  'answer.order': { tier: 'info', says: 'items of a result came in another order' },
  'answer.spelling': {
    tier: 'info',
    says: 'a value is written differently: 1.0 and 1, white space in JSON text',
  },
  'client-answer.changed': { tier: 'minor', says: 'the client answered the server differently' },

  'notification.gone': {
    tier: 'minor',
    says: 'a kind of notification no longer comes',
    inverse: 'notification.new',
  },
  'notification.new': {
    tier: 'minor',
    says: 'a kind of notification comes that did not',
    inverse: 'notification.gone',
  },
  'notification.count': { tier: 'info', says: 'notifications of a kind are more or fewer' },
  'notification.changed': { tier: 'info', says: 'notifications say something else' },
  'order.messages': { tier: 'info', says: 'messages of one side came in another order' },
  'timing.slower': {
    tier: 'info',
    says: 'an answer took 3 times as long, and half a second longer',
    inverse: 'timing.faster',
  },
  'timing.faster': {
    tier: 'info',
    says: 'an answer took a third of the time, and half a second less',
    inverse: 'timing.slower',
  },
  'spelling.bytes': {
    tier: 'info',
    says: 'messages mean the same and are written differently: member order, escapes, white space',
  },
  'framing.stray-new': {
    tier: 'dangerous',
    says: 'the server writes lines to its output that are no messages',
    inverse: 'framing.stray-gone',
  },
  'framing.stray-gone': {
    tier: 'minor',
    says: 'the server no longer writes lines that are no messages',
    inverse: 'framing.stray-new',
  },
  'process.exit-bad': {
    tier: 'dangerous',
    says: 'the server ended with a failure',
    inverse: 'process.exit-good',
  },
  'process.exit-good': {
    tier: 'minor',
    says: 'the server no longer ends with a failure',
    inverse: 'process.exit-bad',
  },
} as const satisfies Record<string, Rule>;
