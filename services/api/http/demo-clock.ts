import { forbidden } from '@fynbos/application/caller.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { Config } from '@fynbos/platform/config.ts';
import { sameText } from '@fynbos/platform/tokens.ts';
import type { Request } from 'express';

/** The instant at which a call of the demo happened, or `over` when the demo's history is told. */
const CLOCK_HEADER = 'x-demo-clock';
/** What this start alone knows: `DEMO_SECRET`. */
const SECRET_HEADER = 'x-demo-secret';
const OVER = 'over';

/** When a call's commands happen; `demo` marks their events as demonstration data. */
export interface Moment {
  readonly now: Date;
  readonly demo?: true;
}

/** Secrets whose demo is told to the end: with them no clock is set any more. */
const over = new Set<string>();

/**
 * The moment of a call: now, or the one that the demo's loader names with its secret. It
 * goes into the contexts of commands alone; sessions, codes and limits keep to the real time. Outside production only,
 * where `loadConfig` refuses the secret, and only until the loader says that it is done. Throws 403 for a clock set by
 * anyone else, 422 for one that is no instant or lies ahead.
 */
export function momentOf(request: Request, { config, now }: { config: Config; now: () => Date }): Moment {
  const given = request.get(CLOCK_HEADER);
  if (given === undefined) return { now: now() };
  const { secret } = config.demo;
  const known = request.get(SECRET_HEADER) ?? '';
  if (config.production || secret === null || over.has(secret) || !sameText(known, secret)) throw forbidden();
  if (given === OVER) {
    over.add(secret);
    return { now: now() };
  }
  const at = new Date(given);
  if (Number.isNaN(at.getTime()) || at > now())
    throw new DomainError('invalid', 'demo-clock', 'The demo clock must be an instant that has passed.');
  return { now: at, demo: true };
}
