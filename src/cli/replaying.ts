import { interruptedStatus } from '../capture/failures.ts';
import type { Replayed } from '../compare/replayed.ts';
import type { Tier } from '../compare/rules/table.ts';
import { EXIT } from '../errors.ts';
import { maskCommand } from '../recording/mask-command.ts';
import { createHttpMask } from '../recording/mask-http.ts';
import type { Omission, OmissionWhy } from '../replay/as-client/compose.ts';
import type { ReplayOutcome, ReplayTarget } from '../replay/as-client/replay.ts';
import { tellDamage } from './damage.ts';
import { tell } from './tell.ts';

/** The server of today as the user named it, secrets masked. */
export function targetWords(target: ReplayTarget): string {
  return target.kind === 'url'
    ? createHttpMask().url(target.url)
    : maskCommand(target.server.command).join(' ');
}

/** Tells what the view does not show, and returns the exit status. Throws what stopped the replay. */
export function reportReplay(outcome: ReplayOutcome, tiers: readonly Tier[]): number {
  const { omissions, unused, trouble, interrupted, error, report, updated } = outcome;
  tellDamage(report.a.recording, 'what was asked there was not asked again');
  for (const line of omissionLines(omissions)) tell(line);
  for (const { place } of unused) tell(`${place}: nothing falls under this acceptance any more`);
  if (updated === true) tell(`${report.a.recording.path} now holds this replay`);
  if (updated === false)
    tell(`${report.a.recording.path} is as it was: the replay left something out`);
  if (interrupted) {
    tell(`stopped by ${interrupted}`);
    return interruptedStatus(interrupted);
  }
  if (error) throw error;
  if (trouble !== undefined) tell(trouble);
  return trouble !== undefined || fails(report, tiers) ? EXIT.found : EXIT.ok;
}

/** Did something change that counts? */
export function fails({ exchanges, others, notes }: Replayed, tiers: readonly Tier[]): boolean {
  const changes = [...exchanges.flatMap((each) => each.changes), ...others, ...notes];
  return (
    changes.some(({ tier }) => tiers.includes(tier)) ||
    (tiers.length > 0 &&
      exchanges.some(({ verdict, why }) => verdict === 'missing' && why !== undefined))
  );
}

const SAYS: { readonly [Why in OmissionWhy]: ((number: string) => string) | undefined } = {
  guard: (calls) => `${calls} may change something and was not sent: --execute sends it`,
  redacted: (calls) =>
    `${calls} holds placeholders for values that were taken out, and was not sent`,
  page: undefined,
  pointless: undefined,
  stopped: undefined,
};

function omissionLines(omissions: readonly Omission[]): string[] {
  return Object.entries(SAYS).flatMap(([why, says]) => {
    const number = omissions.filter((each) => each.why === why).length;
    if (number === 0 || !says) return [];
    return [
      number === 1
        ? says('1 message')
        : says(`${number} messages`)
            .replaceAll(' was ', ' were ')
            .replace(' holds ', ' hold ')
            .replace(' sends it', ' sends them'),
    ];
  });
}
