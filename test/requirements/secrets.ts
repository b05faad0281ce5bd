import type { Requirement } from './types.ts';

export const secrets = {
  'secrets:personal': {
    promise:
      'E-mail addresses, telephone numbers, identity, card and account numbers and the names of home folders are known by shape and check digits.',
    source: 'RFC 5322; ITU-T E.164; ISO/IEC 7812-1; ISO 13616; the layout of the Indonesian NIK',
  },
  'secrets:gone': {
    promise:
      'A value that a named member held is nowhere in what was redacted, in whatever spelling it stood.',
    source: 'docs/how-to/hand-a-recording-on.md',
  },
  'redact:values': {
    promise:
      'What is named like a secret goes wherever it holds a value, and stays where it is a schema.',
    source: 'docs/how-to/hand-a-recording-on.md',
  },
  'redact:bounded': {
    promise:
      'What a peer sends is looked into in time in proportion to its length, so that redaction holds up nobody.',
    source: 'SECURITY.md',
  },
  'secrets:rest': {
    promise:
      'Redaction keeps every byte that no rule names, and finds nothing more the second time.',
    source: 'docs/how-to/hand-a-recording-on.md',
  },
  'redact:command': {
    promise:
      'sadap redact takes secrets and personal values out of every kind of entry, keeps places and pairing, and tells what went; --scan lists it without the values.',
    source: 'docs/how-to/hand-a-recording-on.md',
  },
  'redact:capture': {
    promise:
      'With --redact no secret and no personal value that is found or named is stored; what passes is not changed.',
    source: 'docs/how-to/hand-a-recording-on.md',
  },
  'redact:notice': {
    promise:
      'A recording that holds likely secrets in its bodies says so at the end of the capture and in the list.',
    source: 'docs/how-to/hand-a-recording-on.md',
  },
  'secrets:around': {
    promise:
      'No secret and no personal value of the environment, the arguments, headers and URLs is in any file that is written, nor in its name; bodies keep every byte.',
    source: 'SECURITY.md',
  },
  'secrets:plain-command': {
    promise:
      'A command line that is written without being looked at for secrets holds nothing that would be taken out.',
    source: 'SECURITY.md',
  },
  'secrets:handed-on': {
    promise:
      'What is made to be handed on (doc, export, redact, bundle, reports) holds no secret and no personal value, with default settings.',
    source: 'SECURITY.md',
  },
} satisfies { readonly [id: string]: Requirement };
