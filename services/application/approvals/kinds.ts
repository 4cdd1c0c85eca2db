import { addAdministrator, changeAdministrator } from '../admins/approved-changes.ts';
import { changeBankDetails, changeContact } from '../agents/approved-changes.ts';
import type { ApprovedChange } from '../approved-change.ts';
import { closeMonth, reopenMonth } from '../month-close/close.ts';
import { correctPayoutResult } from '../payouts/correct-result.ts';
import { releaseLargeHold } from '../payouts/holds.ts';
import { changePayoutLimits } from '../payouts/payout-limits.ts';
import { backDatePromotion } from '../promotions/manage-promotions.ts';
import { orderRecalculation } from '../recalculation/carry-out.ts';
import { changeBankList, changeBusinessDays, changeRewardPolicy } from '../reward-policy/approved-changes.ts';
import { correctAccount } from '../rewards/correct-account.ts';
import { recordOpeningBalance } from '../rewards/opening-balance.ts';
import {
  cancelCertificates,
  changeSarsRule,
  orderCertificates,
  setTaxTreatment,
  submitSarsFile,
} from '../tax/approved-changes.ts';

/** Every kind of change that needs approval, by the name under which its requests are stored. */
export const APPROVED_CHANGES = {
  'agent.contact': changeContact,
  'agent.bank-details': changeBankDetails,
  'agent.tax-treatment': setTaxTreatment,
  'tax.certificates': orderCertificates,
  'sars-rules.change': changeSarsRule,
  'tax.submission': submitSarsFile,
  'tax.cancellation': cancelCertificates,
  'admin.add': addAdministrator,
  'admin.change': changeAdministrator,
  'promotion.back-date': backDatePromotion,
  'reward-policy.change': changeRewardPolicy,
  'bank-list.change': changeBankList,
  'business-days.change': changeBusinessDays,
  'account.correction': correctAccount,
  'account.opening-balance': recordOpeningBalance,
  'account.recalculation': orderRecalculation,
  'hold.release': releaseLargeHold,
  'payout.result': correctPayoutResult,
  'payout-limits.change': changePayoutLimits,
  'month.close': closeMonth,
  'month.reopen': reopenMonth,
} as const;

export type ApprovalKind = keyof typeof APPROVED_CHANGES;
type StoredBy<Change> = Change extends ApprovedChange<infer Payload, infer Personal> ? [Payload, Personal] : never;
/** The stored content of a request of this kind. */
export type PayloadOf<Kind extends ApprovalKind> = StoredBy<(typeof APPROVED_CHANGES)[Kind]>[0];
export type PersonalOf<Kind extends ApprovalKind> = StoredBy<(typeof APPROVED_CHANGES)[Kind]>[1];

/** The change of a kind; undefined if only another release knows the kind. */
export const changeNamed = (kind: string): ApprovedChange | undefined =>
  Object.hasOwn(APPROVED_CHANGES, kind) ? (APPROVED_CHANGES[kind as ApprovalKind] as ApprovedChange) : undefined;
