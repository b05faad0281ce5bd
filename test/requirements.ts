import { canary } from './requirements/canary.ts';
import { capture } from './requirements/capture.ts';
import { check } from './requirements/check.ts';
import { cli } from './requirements/cli.ts';
import { compare } from './requirements/compare.ts';
import { doc } from './requirements/doc.ts';
import { docs } from './requirements/docs.ts';
import { exports } from './requirements/export.ts';
import { faults } from './requirements/faults.ts';
import { fuzzing } from './requirements/fuzz.ts';
import { hostile } from './requirements/hostile.ts';
import { hosts } from './requirements/hosts.ts';
import { imports } from './requirements/import.ts';
import { network } from './requirements/network.ts';
import { open } from './requirements/open.ts';
import { packaging } from './requirements/package.ts';
import { protocol } from './requirements/protocol.ts';
import { proxy } from './requirements/proxy.ts';
import { reading } from './requirements/reading.ts';
import { recording } from './requirements/recording.ts';
import { replay } from './requirements/replay.ts';
import { replaying } from './requirements/replaying.ts';
import { requests } from './requirements/requests.ts';
import { samples } from './requirements/samples.ts';
import { secrets } from './requirements/secrets.ts';
import { sensitive } from './requirements/sensitive.ts';
import { servers } from './requirements/servers.ts';
import { stats } from './requirements/stats.ts';
import { targets } from './requirements/targets.ts';
import { tee } from './requirements/tee.ts';
import { view } from './requirements/view.ts';
import { watch } from './requirements/watch.ts';
import { wire } from './requirements/wire.ts';
import { wrap } from './requirements/wrap.ts';

/** Everything that the program promises. Each id is cited by a test (test/unit/requirements.test.ts). */
export const requirements = {
  ...wire,
  ...recording,
  ...open,
  ...packaging,
  ...protocol,
  ...network,
  ...proxy,
  ...check,
  ...compare,
  ...replaying,
  ...capture,
  ...targets,
  ...canary,
  ...tee,
  ...reading,
  ...doc,
  ...docs,
  ...hostile,
  ...hosts,
  ...requests,
  ...view,
  ...cli,
  ...wrap,
  ...imports,
  ...exports,
  ...watch,
  ...faults,
  ...fuzzing,
  ...samples,
  ...replay,
  ...secrets,
  ...servers,
  ...sensitive,
  ...stats,
} as const;

export type RequirementId = keyof typeof requirements;
