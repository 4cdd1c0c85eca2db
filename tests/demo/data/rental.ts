import type { Day } from '@fynbos/domain/calendar.ts';
import type { DemoAgent } from './agents.ts';

/** Outcomes of a reservation; each leads to a different status and reason. */
export const FATES = {
  earned: 760,
  anotherCode: 22,
  differs: 22,
  smallRevenue: 12,
  foreignCode: 32,
  changedToForeign: 17,
  notActive: 24,
  noNumber: 28,
  nobodysNumber: 9,
  cancelled: 25,
  cancelledInvoiced: 8,
  noShow: 13,
  credited: 12,
  rerated: 14,
  held: 24,
  heldStill: 5,
} as const;
export type Fate = keyof typeof FATES;

export interface DemoTerms {
  readonly promoCode: string | null;
  readonly rateCode: string;
  readonly vehicleGroup: string;
  readonly pickupBranch: string;
  readonly returnBranch: string;
}

export interface DemoRental {
  readonly reservationNo: string;
  readonly fate: Fate;
  /** The booking agent; null without a tracking number or with an unknown one. */
  readonly agent: DemoAgent | null;
  readonly reservedOn: Day;
  readonly pickedUpOn: Day;
  readonly returnedOn: Day;
  readonly marketSector: string;
  readonly driverName: string;
  readonly tkRevenueCents: number;
  readonly reservation: DemoTerms;
  readonly rental: DemoTerms;
}
