import type { Step } from '../step.ts';
import { certificates } from './certificates.ts';
import { challenges } from './challenges.ts';
import { changes } from './changes.ts';
import { enquiries } from './enquiries.ts';
import { joining } from './joining.ts';
import { takeOver } from './opening-balances.ts';
import { payouts } from './payouts.ts';
import { promotions } from './promotions.ts';
import { referrals } from './referrals.ts';
import { rentals } from './rentals.ts';

/** The parts of the demo's year. Their acts run in the order of their times. */
export const steps: readonly Step[] = [
  takeOver,
  joining,
  promotions,
  referrals,
  rentals,
  enquiries,
  challenges,
  changes,
  payouts,
  certificates,
];
