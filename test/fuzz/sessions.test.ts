import { describe } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { fuzzTests } from './replay.ts';
import { SESSIONS } from './sessions.ts';

describe('what reads sessions of others', () => {
  verifies('fuzz:any-bytes', 'fuzz:kept-inputs');
  fuzzTests(SESSIONS);
});
