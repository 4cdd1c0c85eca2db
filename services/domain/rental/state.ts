import type { Decision, Invoice } from './events.ts';

/** What is known of one reservation. Nothing in it depends on the order in which the facts came. */
export interface Rental {
  /** The integrator who sent the first fact: the reservation is theirs. */
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
