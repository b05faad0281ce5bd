import type { Profile } from '../../model/reading.ts';
import { malformed, type Reader } from '../cover.ts';
import { type Draft, giveFate, wayOf } from '../draft.ts';
import type { RuleName } from '../rules.ts';

/** A tool's name as the host announces it to the model. */
export function toolName(serverLabel: string, place: string): Reader {
  return (node, pointer, draft) => {
    if (node.kind !== 'string') return malformed(node, pointer, draft);
    const name = modelName(draft.profile, serverLabel, node.value);
    const fate = giveFate(draft, pointer, nameRule(draft, name, node.value), name).fate;
    const way = wayOf(fate);
    if (way) draft.texts.push({ place: `${place}.name`, way, text: name, from: pointer });
  };
}

/** The name by which the model knows a tool of this server, by the profile's template. */
export function modelName(profile: Profile, serverLabel: string, tool: string): string {
  return profile.toolName
    .replaceAll('{server}', () => cleaned(profile, serverLabel))
    .replaceAll('{tool}', () => cleaned(profile, tool));
}

/** Replaces characters that the API refuses, one for one. */
function cleaned(profile: Profile, part: string): string {
  const { allowed, replaceWith } = profile.nameCharacters;
  return part.replaceAll(new RegExp(`[^${allowed}]`, 'gu'), () => replaceWith);
}

function nameRule(draft: Draft, name: string, tool: string): RuleName {
  if (name.length > draft.profile.nameCharacters.max) return 'toolName.length';
  return cleaned(draft.profile, tool) === tool ? 'toolName' : 'toolName.characters';
}
