import type { Decision, Invoice } from './events.ts';

/** Does not depend on the order in which the facts arrived. */
export interface Rental {
  /** The sender of the first fact, who owns the reservation. */
  readonly integratorId: string | null;
  /** `integratorId eventId` → content hash. */
  readonly facts: ReadonlyMap<string, string>;
  readonly invoices: ReadonlyMap<string, Invoice>;
  readonly creditedInvoices: ReadonlySet<string>;
  readonly isCancelled: boolean;
  readonly isNoShow: boolean;
  readonly holds: ReadonlySet<string>;
  readonly releases: ReadonlySet<string>;
  readonly decision: Decision | null;
}
