import type { Run } from '../program.ts';
import { portOf, textOption } from '../values.ts';

/** `sadap asrama-service`: the data service, until a signal ends it. */
export const run: Run = async ({ options }) => {
  const { runAsramaService } = await import('../../targets/asrama/index.ts');
  const token = textOption(options, 'token');
  await runAsramaService({
    port: portOf('--port', textOption(options, 'port') ?? '0'),
    ...(token === undefined ? {} : { token }),
  });
  return 0;
};
