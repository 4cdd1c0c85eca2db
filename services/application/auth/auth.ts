import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Config } from '@fynbos/platform/config/config.ts';
import type { Tokens } from '@fynbos/platform/crypto/tokens.ts';
import type { Pool } from 'pg';
import type { Notices } from '../notices/notices.ts';
import { Codes } from './codes.ts';
import { Devices } from './devices.ts';
import { Limits } from './limits.ts';
import { Challenges } from './passkey-challenges.ts';
import { constantTime } from './passwords.ts';
import { Sessions } from './sessions.ts';
import { StepUpProofs } from './step-up-proofs.ts';

/** The least duration in milliseconds of an answer that must not reveal whether a person exists (C7). */
export const MIN_RESPONSE_MS = 150;

/** Services that authenticate people; see each class. */
export interface Auth {
  readonly sessions: Sessions;
  readonly limits: Limits;
  readonly codes: Codes;
  readonly proofs: StepUpProofs;
  readonly challenges: Challenges;
  readonly devices: Devices;
  /** Runs the work of an answer that must not reveal by its duration whether a person exists (C7). */
  constantTime<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** For functions that need the authentication services. */
export interface WithAuth {
  readonly auth: Auth;
}

export interface AuthServices {
  readonly db: Pool;
  readonly log: EventLog;
  readonly tokens: Tokens;
  readonly notices: Notices;
  readonly config: Config;
  readonly now: () => Date;
  readonly minResponseMs?: number;
}

/** Creates the authentication services on one database. */
export function createAuth(services: AuthServices): Auth {
  const { db, log, tokens, notices, config, now, minResponseMs = MIN_RESPONSE_MS } = services;
  const limits = new Limits(db, (purpose, text) => log.keys.keyedHash(purpose, text), config.rateLimitScale, now);
  return {
    limits,
    sessions: new Sessions(db, now),
    codes: new Codes(db, tokens, limits, notices, now),
    proofs: new StepUpProofs(db, now),
    devices: new Devices(db, now),
    challenges: new Challenges(db, tokens, now),
    constantTime: (work) => constantTime(minResponseMs, work),
  };
}
