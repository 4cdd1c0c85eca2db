import type { Application } from '@fynbos/application/services.ts';
import type { LogGate } from '@fynbos/event-store/log-gate.ts';
import type { ReadYourWrites } from '@fynbos/projections/engine/read-your-writes.ts';
import type { WholeReadModels } from '@fynbos/projections/engine/rebuilding.ts';
import type { Exports } from '../reports/exports.ts';
import type { RefusedAttempts } from './refused-attempts.ts';

/** What the routes share: the application, and what only HTTP needs. */
export interface Services extends Application {
  /** Since when the event store is away; null while it answers, and for the embedded store. */
  readonly storeAwaySince: () => Date | null;
  /** Says whether the log can be used. */
  readonly gate: LogGate;
  readonly readAfter: ReadYourWrites;
  readonly wholeReadModels: WholeReadModels;
  readonly exports: Exports;
  readonly refused: RefusedAttempts;
}
