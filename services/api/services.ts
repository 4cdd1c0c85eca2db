import { recordAttempt } from '@fynbos/application/audit/record-admin-action.ts';
import { createAuth } from '@fynbos/application/auth/auth.ts';
import { CallLog } from '@fynbos/application/integrators/call-log.ts';
import { Notices } from '@fynbos/application/notices/notices.ts';
import { Deliveries } from '@fynbos/application/webhooks/deliveries.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { LogGate } from '@fynbos/event-store/log-gate.ts';
import type { Config } from '@fynbos/platform/config/config.ts';
import { createTokens } from '@fynbos/platform/crypto/tokens.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import type { Queues } from '@fynbos/platform/queue/queue.ts';
import { ReadYourWrites } from '@fynbos/projections/engine/read-your-writes.ts';
import { ReadModelCompleteness } from '@fynbos/projections/engine/rebuild/completeness.ts';
import type { Pool } from 'pg';
import { openExports } from './http/exports.ts';
import { RefusedAttempts } from './http/refused-attempts.ts';
import type { Services } from './http/services.ts';

interface ServiceParts {
  readonly config: Config;
  readonly db: Pool;
  readonly log: EventLog;
  readonly gate: LogGate;
  readonly queues: Queues;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Shorter in suites, which sign in thousands of times. Default: `MIN_RESPONSE_MS`. */
  readonly minResponseMs?: number;
  /** How long an approval waits for the execution of its change; longer in suites. Default: `OUTCOME_WAIT_MS`. */
  readonly outcomeWaitMs?: number;
  /** As `Services.storeUnavailableSince`. Always null by default. */
  readonly storeUnavailableSince?: () => Date | null;
  /** As `Services.stopping`. Never aborted by default. */
  readonly stopping?: AbortSignal;
}

/** Creates the services that the calls share. The schemas `auth` and `notices` must exist. */
export function createServices(parts: ServiceParts): Services {
  const { db, queues, logger, log, config } = parts;
  const shared = {
    storeUnavailableSince: () => null,
    stopping: new AbortController().signal,
    ...parts,
    tokens: createTokens(log.keys),
    notices: new Notices(db, queues, logger),
    deliveries: new Deliveries(db, queues, logger),
    callLog: new CallLog(db, log.keys, logger),
    refused: new RefusedAttempts((attempt, context) => recordAttempt({ log }, attempt, context), logger),
    exports: openExports(config.databaseUrl, (err) => logger.warn({ err }, 'a Postgres session was closed')),
  };
  return {
    ...shared,
    auth: createAuth(shared),
    readAfter: new ReadYourWrites(db),
    completeness: new ReadModelCompleteness(db),
  };
}
