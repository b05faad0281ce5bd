import { SadapError } from '../../errors.ts';
import { hostConfigs, listConfigs } from '../../interop/wrap/host-configs.ts';
import { hostOf } from '../../interop/wrap/hosts.ts';
import { thisMachine } from '../../interop/wrap/locations.ts';
import { parseProxies } from '../../interop/wrap/proxies.ts';
import { type FilePlan, planWraps } from '../../interop/wrap/run.ts';
import { currentPlace, stateFolder } from '../../recording/location.ts';
import { shellWord } from '../../view/terminal/shell.ts';
import { hostLines, hostRecords } from '../host-table.ts';
import { looks, printLines } from '../output.ts';
import type { Options, Run } from '../program.ts';
import { folderOf } from '../source.ts';
import { listOption } from '../values.ts';
import { choiceOf, makeChanges, thisProgram } from '../wrapping.ts';

/** `sadap wrap`: puts `tee`, or a proxy, between a host and its servers; or lists them. */
export const run: Run = async ({ operands: [id, ...names], options }) => {
  if (options['list'] === true) return list(id, options);
  if (id === undefined)
    throw new SadapError('usage', 'say which host', { hint: 'sadap wrap --list shows them' });
  if (options['json'] === true) throw new SadapError('usage', '--json goes with --list');
  const proxies = parseProxies(listOption(options, 'http'));
  const configs = hostConfigs(hostOf(id), choiceOf(options), thisMachine());
  const plans = planWraps(configs, { names, program: thisProgram(), proxies });
  return makeChanges(plans, options, whereTo);
};

/** `tee` chooses the folder when a host starts it, not now. */
function whereTo(changed: readonly FilePlan[]): string[] {
  const changes = changed.flatMap(({ plan }) => plan.changes);
  if (!changes.some(({ before }) => before.launch)) return [];
  const folder = stateFolder(currentPlace());
  const dir = folderOf({}) === folder ? '' : ` --dir ${shellWord(folder)}`;
  return [
    `recordings go to ${folder}, unless the host sets SADAP_DIR or starts the server in a folder that has ./recordings`,
    `see them with: sadap list${dir}`,
  ];
}

async function list(id: string | undefined, options: Options): Promise<number> {
  const wanted = id === undefined ? undefined : hostOf(id);
  const listed = listConfigs(thisMachine()).filter(({ host }) => !wanted || host === wanted);
  if (options['json'] === true) await printLines(hostRecords(listed));
  else if (listed.length > 0) await printLines(hostLines(listed, looks(options)));
  else process.stderr.write('no configuration of a host was found\n');
  return 0;
}
