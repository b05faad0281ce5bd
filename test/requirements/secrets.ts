import type { Requirement } from './types.ts';

export const secrets = {
  'secrets:personal': {
    promise:
      'E-mail addresses, telephone numbers, identity, card and account numbers are known by shape and check digits.',
    source: 'RFC 5322; ITU-T E.164; ISO/IEC 7812-1; ISO 13616; the layout of the Indonesian NIK',
  },
} satisfies { readonly [id: string]: Requirement };
