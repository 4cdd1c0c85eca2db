import type { Application } from '@fynbos/application/services.ts';
import type { LogGate } from '@fynbos/event-store/log-gate.ts';
import type { ReadYourWrites } from '@fynbos/projections/engine/read-your-writes.ts';
import type { ReadModelCompleteness } from '@fynbos/projections/engine/rebuild/completeness.ts';
import type { Exports } from './exports.ts';
import type { RefusedAttempts } from './refused-attempts.ts';

/** The shared services of the routes: the application, and HTTP-only parts. */
export interface Services extends Application {
  /** Start of the event store's outage; null while it answers, and for the embedded store. */
  readonly storeUnavailableSince: () => Date | null;
  /** Reports whether the log can be used. */
  readonly gate: LogGate;
  readonly readAfter: ReadYourWrites;
  readonly completeness: ReadModelCompleteness;
  readonly exports: Exports;
  readonly refused: RefusedAttempts;
}
