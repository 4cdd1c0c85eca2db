import { forbidden } from '@fynbos/application/caller.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { Config } from '@fynbos/platform/config/config.ts';
import { sameText } from '@fynbos/platform/crypto/tokens.ts';
import type { Request } from 'express';

/** Header with the instant of a demo call, or `over` when the demo data is complete. */
const CLOCK_HEADER = 'x-demo-clock';
/** Header with `DEMO_SECRET`, which only this start of the product knows. */
const SECRET_HEADER = 'x-demo-secret';
const OVER = 'over';

/** The time of a call's commands. `demo` marks their events as demonstration data. */
export interface Moment {
  readonly now: Date;
  readonly demo?: true;
}

/** Secrets of completed demos. They can no longer set the clock. */
const completedDemoSecrets = new Set<string>();

/**
 * Now, or the instant that the demo loader sends with its secret: for command contexts only; sessions, codes and limits
 * use the real time. Outside production only, and until the loader is done. Throws 403 for another caller, 422 for an
 * invalid or future instant.
 */
export function momentOf(request: Request, { config, now }: { config: Config; now: () => Date }): Moment {
  const moment = request.get(CLOCK_HEADER);
  if (moment === undefined) return { now: now() };
  const { secret } = config.demo;
  const secretSent = request.get(SECRET_HEADER) ?? '';
  if (config.production || secret === null || completedDemoSecrets.has(secret) || !sameText(secretSent, secret))
    throw forbidden();
  if (moment === OVER) {
    completedDemoSecrets.add(secret);
    return { now: now() };
  }
  const at = new Date(moment);
  if (Number.isNaN(at.getTime()) || at > now())
    throw new DomainError('invalid', 'demo-clock', 'The demo clock must be an instant in the past.');
  return { now: at, demo: true };
}
