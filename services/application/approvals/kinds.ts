import type { ApprovedChange } from './approved-change.ts';
import { correctAccount } from './changes/account-correction.ts';
import { addAdministrator, changeAdministrator } from './changes/admins.ts';
import { changeBankDetails, changeContact } from './changes/agent-details.ts';
import { backDatePromotion } from './changes/back-dated-promotion.ts';
import { changeBankList } from './changes/bank-list.ts';
import { changeBusinessDays } from './changes/business-days.ts';
import { cancelCertificates, orderCertificates } from './changes/certificates.ts';
import { releaseLargeHold } from './changes/large-hold.ts';
import { closeMonth, reopenMonth } from './changes/month-close.ts';
import { recordOpeningBalance } from './changes/opening-balance.ts';
import { changePayoutLimits } from './changes/payout-limits.ts';
import { correctPayoutResult } from './changes/payout-result.ts';
import { orderRecalculation } from './changes/recalculation.ts';
import { changeRewardPolicy } from './changes/reward-policy.ts';
import { changeSarsRule } from './changes/sars-rules.ts';
import { submitSarsFile } from './changes/sars-submission.ts';
import { setTaxTreatment } from './changes/tax-treatment.ts';

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
