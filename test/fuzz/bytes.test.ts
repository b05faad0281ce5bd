import { describe } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { targetNames } from './corpus.ts';
import { fuzzTests } from './replay.ts';
import { SESSIONS } from './sessions.ts';

describe('what reads bytes of others', () => {
  verifies('fuzz:any-bytes', 'fuzz:kept-inputs');
  fuzzTests(targetNames(import.meta.dirname).filter((name) => !SESSIONS.includes(name)));
});
