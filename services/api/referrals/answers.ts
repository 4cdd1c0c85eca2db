import { referredPerson } from '@fynbos/domain/referral/referral.ts';
import { ownReferral, referralTreeSchema } from '@fynbos/projections/referrals/queries.ts';
import { referralRow } from '@fynbos/projections/referrals/referrals.ts';
import { z } from 'zod';

export const ownReferralAnswer = ownReferral;
export type OwnReferral = z.output<typeof ownReferralAnswer>;

export const invitedAnswer = referredPerson.extend({
  /** Who invited the referrer; empty if that account was deleted. */
  invitedBy: z.string(),
});

/** A record of `GET /admin/referrals`; the names are empty after an erasure. */
export const referralAnswer = referralRow.omit({ remindFrom: true, reminders: true, searchText: true });
export type Referral = z.output<typeof referralAnswer>;

export const referralTreeAnswer = referralTreeSchema;
export type ReferralTree = z.output<typeof referralTreeAnswer>;
