import type { WithAuth } from '@fynbos/application/auth/auth.ts';
import type { CallLog } from '@fynbos/application/integrators/call-log.ts';
import type { Notices } from '@fynbos/application/notices/notices.ts';
import type { Application } from '@fynbos/application/services.ts';
import type { Deliveries } from '@fynbos/application/webhooks/deliveries.ts';
import type { LogGate } from '@fynbos/event-store/log-gate.ts';
import type { ReadYourWrites } from '@fynbos/projections/engine/read-your-writes.ts';
import type { ReadModelCompleteness } from '@fynbos/projections/engine/rebuild/completeness.ts';
import type { Exports } from './exports.ts';
import type { RefusedAttempts } from './refused-attempts.ts';

/** The shared services of the routes: the application, and HTTP-only parts. */
export interface Services extends Application, WithAuth {
  readonly notices: Notices;
  readonly deliveries: Deliveries;
  /** The recent calls of integrators. */
  readonly callLog: CallLog;
  /** Start of the event store's outage; null while it answers, and for the embedded store. */
  readonly storeUnavailableSince: () => Date | null;
  /** Reports whether the log can be used. */
  readonly gate: LogGate;
  readonly readAfter: ReadYourWrites;
  /** As `ServiceParts.outcomeWaitMs`. */
  readonly outcomeWaitMs?: number;
  readonly completeness: ReadModelCompleteness;
  readonly exports: Exports;
  readonly refused: RefusedAttempts;
  /** Aborted when the server accepts no more calls: streams that may stay open for ever end. */
  readonly stopping: AbortSignal;
}
