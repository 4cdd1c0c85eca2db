import type { TreatmentUsed } from '../agent/tax-treatment.ts';
import type { Amounts } from '../amounts.ts';
import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { Decision } from '../rental/events.ts';
import type { AccountEventOf, AdjustmentReason } from './events.ts';

interface About {
  readonly agentId: number;
}

/** The decision may credit another agent by now. */
export interface PostReward extends About {
  readonly type: 'PostReward';
  readonly decision: Decision;
}

/** Everything payable at the cut-off, taxed by the treatment on the pay date. */
export interface ReservePayout extends About {
  readonly type: 'ReservePayout';
  readonly runId: string;
  readonly cutOff: Day;
  readonly payDate: Day;
  readonly treatment: TreatmentUsed;
  readonly minimumCents: Cents;
  /** A larger line is not reserved; absent: no limit. */
  readonly maximumCents?: Cents;
}

interface Correction extends About {
  readonly adjustmentId: string;
  readonly reason: Exclude<AdjustmentReason, 'TaxTreatment'>;
  readonly text: string;
}

export interface AdjustAccount extends Correction {
  readonly type: 'AdjustAccount';
  readonly reservationNo: string | null;
  /** A negative amount is a deduction. */
  readonly grossCents: Cents;
  /** Null: the rate of the payment of the corrected reward, or `treatmentRate` without such a payment. */
  readonly payeRate: number | null;
  /** The rate of the agent's treatment today. */
  readonly treatmentRate: number;
}

/** By an amount that was computed outside the account. */
export interface CorrectReward extends Correction {
  readonly type: 'CorrectReward';
  readonly reservationNo: string;
  readonly correction: Amounts;
  /** The PAYE rate that a later payment of the correction replaces; null if its PAYE is final. */
  readonly payeRate: number | null;
}

/** `answerId`: the bank's response, or the approval of a correction. */
interface PayoutResult extends About {
  readonly runId: string;
  readonly answerId: string;
  readonly reason: string;
}

interface AccountOfPayment {
  /** The agent's bank details changed after the payment was sent to the bank. */
  readonly isAccountChanged?: boolean;
}

type Opened = AccountEventOf<'OpeningBalanceTaken'>['data'];

export type RewardsAccountCommand =
  | PostReward
  | CorrectReward
  | ReservePayout
  | AdjustAccount
  | (About & { readonly type: 'ReleasePayout'; readonly runId: string; readonly reason: string })
  | (PayoutResult & AccountOfPayment & { readonly type: 'FailPayout' })
  | (PayoutResult & { readonly type: 'ReinstatePayout' })
  /** `returnedOn`: the bank's day of the return. */
  | (PayoutResult & AccountOfPayment & { readonly type: 'ReturnPayout'; readonly returnedOn: Day })
  | (About & { readonly type: 'SettlePayout'; readonly runId: string; readonly answerId: string; readonly paidOn: Day })
  | (About & { readonly type: 'ExpireRewards'; readonly expiryMonths: number })
  /** `earnedCents`: nett owed and unpaid. `treatment`: that of the agent on `asOf`. */
  | ({
      readonly type: 'RecordOpeningBalance';
      readonly earnedCents: Cents;
      readonly treatment: TreatmentUsed;
    } & Pick<Opened, 'agentId' | 'asOf' | 'paidCents' | 'grossThisTaxYearCents' | 'payeThisTaxYearCents'>)
  | ({ readonly type: 'PlacePayoutHold' } & Omit<AccountEventOf<'PayoutHoldPlaced'>['data'], 'on'>)
  | (About & {
      readonly type: 'ReleasePayoutHold';
      readonly holdId: string;
      readonly reason: string;
      /** The amount up to which one person may release a hold; null where the release has an approval. */
      readonly limitCents: Cents | null;
    })
  | (About & { readonly type: 'WaivePayoutMinimum'; readonly reason: string });

export type AccountCommandOf<Type extends RewardsAccountCommand['type']> = Extract<
  RewardsAccountCommand,
  { type: Type }
>;
