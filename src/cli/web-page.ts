import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkSession } from '../check/registry.ts';
import type { Change } from '../compare/change.ts';
import type { Profile } from '../model/profile.ts';
import type { Tokenizer } from '../model/reading.ts';
import type { Recording } from '../model/recording.ts';
import { buildSession } from '../protocol/session.ts';
import { sessionCost } from '../reading/cost.ts';
import { profileIds, profileOf } from '../reading/profiles.ts';
import { readMessage } from '../reading/read.ts';
import { PageData } from '../view/web/data/page.ts';
import type { PageParts } from '../view/web/one-file.ts';
import type { Asset } from '../view/web/server/server.ts';
import { programPath } from './program-path.ts';

export interface PageWishes {
  readonly name: string;
  /** The host that is shown first; it may be one from outside. */
  readonly profile: Profile;
  readonly tokenizer: Tokenizer;
  readonly isLive: boolean;
  readonly other?: { readonly name: string; readonly changes: readonly Change[] } | undefined;
}

/** Everything that the page can ask of a recording. */
export function pageDataOf(recording: Recording, wishes: PageWishes): PageData {
  const session = buildSession(recording);
  const { profile, tokenizer } = wishes;
  const chosen = (host: string) => (host === profile.id ? profile : profileOf(host));
  const hosts = [profile.id, ...profileIds().filter((id) => id !== profile.id)].map((id) => {
    const { title, verifiedAt } = chosen(id);
    return { id, title, verifiedAt };
  });
  return new PageData({
    ...wishes,
    session,
    hosts,
    host: profile.id,
    findings: checkSession(session),
    reading: (located, host) => readMessage(located, session, chosen(host)),
    cost: (host) => sessionCost(session, chosen(host), tokenizer),
  });
}

/** The script and the style sheet of the page, for a page that carries them. */
export function pageParts(): PageParts {
  const folder = join(dirname(programPath()), '..', 'dist', 'web');
  return {
    script: readFileSync(join(folder, 'app.js'), 'utf8'),
    style: readFileSync(join(folder, 'style.css'), 'utf8'),
  };
}

/** The files of the page, as the build left them beside the program. */
export function pageAssets(): ReadonlyMap<string, Asset> {
  const folder = join(dirname(programPath()), '..', 'dist', 'web');
  const asset = (name: string, type: string): Asset => ({
    type,
    bytes: readFileSync(join(folder, name)),
  });
  return new Map([
    ['/', asset('index.html', 'text/html')],
    ['/app.js', asset('app.js', 'text/javascript')],
    ['/style.css', asset('style.css', 'text/css')],
  ]);
}
