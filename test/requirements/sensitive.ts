import type { Requirement } from './types.ts';

export const sensitive = {
  'sensitive/everywhere': {
    promise:
      'Named members and values of a form are found in every message, in both directions, in JSON inside texts, structured content, resources, prompts, errors, instructions and definitions.',
    source: 'asked for in the field: proof that personal data does not reach the model',
  },
  'sensitive/no-false-proof': {
    promise:
      'What is said not to reach the model is in no text that the model gets, under any profile.',
    source: 'principle: never guess silently',
  },
  'sensitive/copies': {
    promise: 'The value of a named member is found where it stands again under another name.',
    source: 'asked for in the field: proof that personal data does not reach the model',
  },
  'sensitive/values-unshown': {
    promise: 'The report shows places, never the values.',
    source: 'principle: everything recorded is private',
  },
  'sensitive/gate': {
    promise:
      'show --sensitive exits 1 when the model reads a value, or when nobody knows; 0 when neither; 2 for a wish it cannot read.',
    source: 'design: exit codes',
  },
  'sensitive/asrama': {
    promise:
      'In the asrama recordings nik, no_hp_wali and alamat do not reach the model, and nama_wali does.',
    source: 'the filter of the original asrama server',
  },
} as const satisfies Record<string, Requirement>;
