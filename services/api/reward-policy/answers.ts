import { bankListEvents } from '@fynbos/domain/bank-list/bank-list.ts';
import { businessDayEvents } from '@fynbos/domain/business-days/business-days.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { rewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import { expiringSchema, payableSchema, rewardsSchema } from '@fynbos/projections/liability/policy-preview.ts';
import { z } from 'zod';

const actor = z.object({ kind: z.enum(['agent', 'admin', 'integrator', 'system', 'visitor']), id: z.string() });
const version = z.object({ version: z.int(), effectiveFrom: z.iso.date().nullable(), terms: rewardPolicyTerms });

export const policyAnswer = z.object({ versions: z.array(version) });

export const policyHistoryAnswer = z.object({
  current: version,
  versions: z.array(version.extend({ setAt: instant, setBy: actor, reason: z.string().nullable() })),
});
export type PolicyHistory = z.output<typeof policyHistoryAnswer>;

/** `POST /admin/reward-policy/preview`. Amounts are cents. */
export const policyPreviewAnswer = z.object({
  payable: payableSchema,
  rewards: rewardsSchema.extend({ since: z.iso.date() }),
  /** Unpaid rewards that a shorter expiry ends from a day on, nett; all zero where the expiry is not shorter. */
  expiring: expiringSchema.extend({ from: z.iso.date() }),
});
export type PolicyPreview = z.output<typeof policyPreviewAnswer>;

const change = { setAt: instant, setBy: actor, reason: z.string().nullable() };

/** `GET /admin/bank-list`. Changes are newest first. */
export const bankListAnswer = z.object({
  banks: z.array(z.object({ name: z.string(), branchCode: z.string() })),
  changes: z.array(
    z.discriminatedUnion('type', [
      bankListEvents.BankListed.extend({ type: z.literal('BankListed'), ...change }),
      bankListEvents.BankDelisted.extend({ type: z.literal('BankDelisted'), ...change }),
    ]),
  ),
});
export type BankList = z.output<typeof bankListAnswer>;

/** `GET /admin/business-days`. Changes are newest first. */
export const businessDaysAnswer = z.object({
  holidays: z.array(z.object({ day: z.iso.date(), name: z.string(), isExtra: z.boolean() })),
  changes: z.array(
    z.discriminatedUnion('type', [
      businessDayEvents.ExtraHolidaySet.extend({ type: z.literal('ExtraHolidaySet'), ...change }),
      businessDayEvents.ExtraHolidayRemoved.extend({ type: z.literal('ExtraHolidayRemoved'), ...change }),
    ]),
  ),
});
