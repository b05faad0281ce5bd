import type { Profile } from '../../src/model/profile.ts';
import { profileIds, profileOf } from '../../src/reading/profiles.ts';

/** Names of all built-in profiles and of each variant of them, as `--host` takes them. */
export const everyProfileName: readonly string[] = profileIds().flatMap((id) => [
  id,
  ...profileOf(id).variants.map((each) => `${id}:${each.id}`),
]);

/** The profiles, and each again with limits so tight that generated messages meet them. */
export const everyProfile: readonly Profile[] = everyProfileName
  .map((name) => profileOf(name))
  .flatMap((profile) => [profile, tight(profile)]);

function tight(profile: Profile): Profile {
  const limit = { n: 4, unit: 'chars', marker: '…' } as const;
  const cut = { over: { n: 12, unit: 'chars' }, keep: 'middle-out', marker: '‹{n}›' } as const;
  const cuts = [{ ...cut, of: 'single' } as const, { ...cut, of: 'all', headShare: 0.2 } as const];
  const { rules } = profile;
  const changed = {
    'tool.description': { fate: 'reads', ...rules['tool.description'], limit },
    instructions: { fate: 'reads', ...rules['instructions'], limit },
    'result.truncation': { fate: 'truncated', cuts },
  } as const;
  return { ...profile, id: `${profile.id} (tight)`, rules: { ...rules, ...changed } };
}
