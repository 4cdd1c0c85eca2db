import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import type { Day } from '@fynbos/domain/calendar.ts';
import { type Assessment, assess } from '@fynbos/domain/rental/assess.ts';
import { rentalDecider } from '@fynbos/domain/rental/rental.ts';
import type { Rental } from '@fynbos/domain/rental/state.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { load } from '../handle.ts';
import { loadReferences } from '../rentals/references.ts';

/** A rental that is not invoiced: one that an agent is quoting, or a booking. */
export interface QuotedRental {
  readonly promoCode: string | null;
  readonly reservedOn: Day;
  /** The day of the invoice: normally the day on which the vehicle is returned. */
  readonly invoicedOn: Day;
  readonly tkRevenueCents: number;
}

/** The rental as the only invoice of a reservation, driven exactly as reserved. */
export function rentalIfInvoiced(
  { promoCode, reservedOn, invoicedOn, tkRevenueCents }: QuotedRental,
  trackingNo: string,
): Rental {
  const terms = { promoCode, rateCode: '', vehicleGroup: '', pickupBranch: '', returnBranch: '' };
  const invoice = {
    eventId: '',
    integratorId: '',
    reservationNo: '',
    occurredAt: '',
    contentHash: '',
    marketSector: '',
    invoiceNo: 'estimate',
    invoiceDate: invoicedOn,
    loyaltyTrackingNo: trackingNo,
    tkRevenueCents,
    reservation: { ...terms, reservedOn },
    rental: { ...terms, pickedUpOn: invoicedOn, returnedOn: invoicedOn },
    personal: null,
  };
  return { ...rentalDecider.initial, invoices: new Map([[invoice.invoiceNo, invoice]]) };
}

/**
 * What a rental would earn an agent, by the rules, promotions, policy and tax treatment of decisions (R17). Appends
 * nothing. Throws `StoreUnavailable`.
 */
export async function estimateReward(log: EventLog, agentId: number, quoted: QuotedRental): Promise<Assessment> {
  const { state } = await load(log, agentDecider, agentStream(agentId), { personal: false });
  const rental = rentalIfInvoiced(quoted, state.loyaltyTrackingNo ?? '');
  const assessment = assess(rental, await loadReferences(log, [rental]));
  if (assessment === null) throw new Error('a rental with an invoice has an assessment');
  return assessment;
}
