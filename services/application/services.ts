import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import type { Config } from '@fynbos/platform/config/config.ts';
import type { Tokens } from '@fynbos/platform/crypto/tokens.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import type { Queues } from '@fynbos/platform/queue/queue.ts';
import type { Pool } from 'pg';
import type { Auth } from './auth/auth.ts';
import type { CallLog } from './integrators/call-log.ts';
import type { Notices } from './notices/notices.ts';
import type { Deliveries } from './webhooks/deliveries.ts';

/** Dependencies of command handlers and queries. A function that needs only a few asks for a `Pick`. */
export interface Application {
  readonly config: Config;
  readonly log: EventLog;
  readonly store: EventStore;
  readonly db: Pool;
  readonly auth: Auth;
  readonly notices: Notices;
  readonly deliveries: Deliveries;
  /** The recent calls of integrators. */
  readonly callLog: CallLog;
  readonly queues: Queues;
  readonly tokens: Tokens;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** What most reactions and nightly jobs need. */
export type Essentials = Pick<Application, 'log' | 'db' | 'now'>;
