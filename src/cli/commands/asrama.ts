import { SadapError } from '../../errors.ts';
import type { Run } from '../program.ts';
import { portOf, textOption } from '../values.ts';

/** `sadap asrama`: serves until its client leaves. */
export const run: Run = async ({ options }) => {
  const { runAsrama } = await import('../../targets/asrama/index.ts');
  const sdk = textOption(options, 'sdk');
  if (sdk !== 'v1' && sdk !== 'v2') throw new SadapError('usage', '--sdk is v1 or v2');
  const http = textOption(options, 'http');
  await runAsrama({
    sdk,
    softErrors: options['softErrors'] === true,
    ...(http === undefined
      ? {}
      : { http: { port: portOf('--http', http), noToken: options['token'] === false } }),
  });
  return 0;
};
