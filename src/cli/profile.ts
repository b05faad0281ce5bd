import { readFileSync } from 'node:fs';
import { SadapError } from '../errors.ts';
import type { JsonValue } from '../model/json.ts';
import type { Profile } from '../model/profile.ts';
import { profileOf, readProfile } from '../reading/profiles.ts';
import type { Options } from './program.ts';
import { textOption } from './values.ts';

/** The name that stands for all hosts at once. */
export const ALL_HOSTS = 'all';

/**
 * The profile that an invocation asks for: that of `--profile FILE`, else that of `--host NAME`, else
 * the default. Throws `usage` for one that does not exist or is no profile.
 */
export function chosenProfile(options: Options): Profile {
  const file = textOption(options, 'profile');
  if (file !== undefined) return profileFromFile(file);
  const name = textOption(options, 'host');
  if (name === ALL_HOSTS)
    throw new SadapError('usage', '--host all compares the hosts on a recording', {
      hint: 'sadap show --host all',
    });
  return profileOf(name);
}

/** A profile from outside. Throws `usage` that names the file and the place in it. */
export function profileFromFile(path: string): Profile {
  const document = documentIn(path);
  try {
    return readProfile(document);
  } catch (error) {
    if (!(error instanceof SadapError)) throw error;
    throw new SadapError('usage', `${path}: ${error.message}`, {
      hint: error.hint ?? 'the form of profiles: docs/reference/profile.schema.json',
      cause: error,
    });
  }
}

function documentIn(path: string): JsonValue {
  try {
    // A document of the user, not of a wire: spelling does not matter. Any JSON is a JsonValue.
    return JSON.parse(readFileSync(path, 'utf8')) as JsonValue;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SadapError('usage', `cannot read the host profile ${path}: ${reason}`, {
      cause: error,
    });
  }
}
