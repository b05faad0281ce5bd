import { SadapError } from '../../errors.ts';
import { hostConfigs } from '../../interop/wrap/host-configs.ts';
import { hostOf } from '../../interop/wrap/hosts.ts';
import { thisMachine } from '../../interop/wrap/locations.ts';
import { planUnwraps } from '../../interop/wrap/run.ts';
import type { Run } from '../program.ts';
import { choiceOf, makeChanges } from '../wrapping.ts';

/** `sadap unwrap`: puts the servers of a host back as they were. */
export const run: Run = async ({ operands: [id, ...names], options }) => {
  if (id === undefined) throw new SadapError('usage', 'say which host');
  const configs = hostConfigs(hostOf(id), choiceOf(options), thisMachine());
  return makeChanges(planUnwraps(configs, names), options);
};
