import type { Step } from '../step.ts';
import { certificates } from './certificates.ts';
import { changes } from './changes.ts';
import { enquiries } from './enquiries.ts';
import { joining } from './joining.ts';
import { takeOver } from './opening-balances.ts';
import { payouts } from './payouts.ts';
import { promotions } from './promotions.ts';
import { referrals } from './referrals.ts';
import { rentals } from './rentals.ts';

/** Everything that happened in the demo's year, a file each. Their acts are told in the order of their times. */
export const steps: readonly Step[] = [
  takeOver,
  joining,
  promotions,
  referrals,
  rentals,
  enquiries,
  changes,
  payouts,
  certificates,
];
