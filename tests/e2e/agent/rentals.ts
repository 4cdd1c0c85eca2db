import { randomUUID } from 'node:crypto';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { until } from '../../../services/api/testing/until.ts';
import { caughtUp } from '../../support/wait-for-subscriptions.ts';
import { type PortalFixture, PROMO_CODE } from './fixture.ts';
import { post } from './people.ts';

interface Rental {
  readonly reservationNo: string;
  readonly loyaltyTrackingNo: string;
  readonly promoCode?: string;
}

/** An invoice of today with R1,000 of revenue. */
function invoice({ reservationNo, loyaltyTrackingNo, promoCode = PROMO_CODE }: Rental): object {
  const today = dayOf(new Date());
  const terms = { promoCode, rateCode: 'STD', vehicleGroup: 'B', pickupBranch: 'CPT', returnBranch: 'CPT' };
  return {
    eventId: randomUUID(),
    type: 'invoice',
    occurredAt: new Date().toISOString(),
    reservationNo,
    invoiceNo: `INV-${reservationNo}`,
    invoiceDate: today,
    loyaltyTrackingNo,
    marketSector: 'Leisure',
    driverName: 'A Driver',
    tkRevenue: 1000,
    reservation: { reservedOn: today, ...terms },
    rental: { ...terms, pickedUpOn: today, returnedOn: today },
  };
}

/** Sends invoices with the integrator's key and waits until the agent's pages show their rewards. */
export async function sendRentals({ url, portal }: PortalFixture, rentals: readonly Rental[]): Promise<void> {
  await post(url, 'integrations/rental-events', rentals.map(invoice), portal.apiKey);
  for (const { reservationNo, loyaltyTrackingNo } of rentals) {
    const query = { fromDate: '20200101', toDate: '20991231', reservationNumber: reservationNo, loyaltyTrackingNo };
    await until(async () => {
      const lists = await Promise.all(
        ['', 'Declined'].map((status) =>
          post<unknown[]>(url, 'Incentive/list-incentives', { ...query, status }, portal.token),
        ),
      );
      return lists.flat().length > 0;
    });
  }
  // The card and the balance come from two read models.
  await caughtUp(url);
}
