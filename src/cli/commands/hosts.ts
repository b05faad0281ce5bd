import { EXIT } from '../../errors.ts';
import { profileIds, profileOf } from '../../reading/profiles.ts';
import { renderHostJson, renderHostsJson } from '../../view/json/hosts.ts';
import { renderHosts } from '../../view/terminal/hosts.ts';
import { renderHost } from '../../view/terminal/hosts-detail.ts';
import { looks, printLines } from '../output.ts';
import { profileFromFile } from '../profile.ts';
import type { Run } from '../program.ts';
import { textOption } from '../values.ts';

/** `sadap hosts`: the hosts whose rules are known, or every rule of one with its evidence. */
export const run: Run = async ({ operands, options }) => {
  const file = textOption(options, 'profile');
  const name = operands[0];
  const style = { ...looks(options), now: Date.now() * 1000 };
  if (file === undefined && name === undefined) {
    const profiles = profileIds().map((id) => profileOf(id));
    const asJson = options['json'] === true;
    await printLines(asJson ? renderHostsJson(profiles) : renderHosts(profiles, style));
    return EXIT.ok;
  }
  const profile = file === undefined ? profileOf(name) : profileFromFile(file);
  await printLines(options['json'] === true ? renderHostJson(profile) : renderHost(profile, style));
  return EXIT.ok;
};
