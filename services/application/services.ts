import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Config } from '@fynbos/platform/config/config.ts';
import type { Tokens } from '@fynbos/platform/crypto/tokens.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import type { Queues } from '@fynbos/platform/queue/queue.ts';
import type { Pool } from 'pg';

/** Below all capabilities; a function takes a `Pick`. Services of a capability (`Auth`) are declared in its folder. */
export interface Application {
  readonly config: Config;
  readonly log: EventLog;
  readonly db: Pool;
  readonly queues: Queues;
  readonly tokens: Tokens;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** What a command handler of a single aggregate needs. */
export type WithLog = Pick<Application, 'log'>;

/** What most queries, and commands that also read read models, need. */
export type Stores = Pick<Application, 'log' | 'db'>;

/** What most reactions and nightly jobs need. */
export type Essentials = Pick<Application, 'log' | 'db' | 'now'>;
