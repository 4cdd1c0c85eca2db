import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { LogGate } from '@fynbos/event-store/log-gate.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import type { Config } from '@fynbos/platform/config.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import type { Queues } from '@fynbos/platform/queue.ts';
import type { Tokens } from '@fynbos/platform/tokens.ts';
import type { ReadYourWrites } from '@fynbos/projections/engine/read-your-writes.ts';
import type { WholeReadModels } from '@fynbos/projections/engine/rebuilding.ts';
import type { Notices } from '@fynbos/reactors/notices/notices.ts';
import type { Deliveries } from '@fynbos/reactors/webhooks/deliveries.ts';
import type { Pool } from 'pg';
import type { Auth } from '../auth/auth.ts';
import type { Exports } from '../reports/exports.ts';
import type { RefusedAttempts } from './refused-attempts.ts';

/** Everything that the calls share. */
export interface Services {
  readonly config: Config;
  readonly auth: Auth;
  readonly log: EventLog;
  readonly store: EventStore;
  /** Since when the event store is away; null while it answers, and for the embedded store. */
  readonly storeAwaySince: () => Date | null;
  /** Says whether the log can be used. */
  readonly gate: LogGate;
  readonly pool: Pool;
  readonly readAfter: ReadYourWrites;
  readonly wholeReadModels: WholeReadModels;
  readonly notices: Notices;
  readonly deliveries: Deliveries;
  readonly queues: Queues;
  readonly exports: Exports;
  readonly refused: RefusedAttempts;
  readonly tokens: Tokens;
  readonly logger: Logger;
  readonly now: () => Date;
}
