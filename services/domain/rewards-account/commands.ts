import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { Decision } from '../rental/events.ts';
import type { AdjustmentReason, Amounts, TreatmentUsed } from './events.ts';

interface About {
  /** The account's own agent. */
  readonly agentId: number;
  /** Johannesburg day of the command, handed in. */
  readonly today: Day;
}

/** Brings the account in line with a rental's decision; the decision may speak of another agent by now. */
export interface PostReward extends About {
  readonly type: 'PostReward';
  readonly decision: Decision;
}

/** Freezes the account's line in a run: everything payable at the cut-off, taxed by the treatment on the pay date. */
export interface ReservePayout extends About {
  readonly type: 'ReservePayout';
  readonly runId: string;
  readonly cutOff: Day;
  readonly payDate: Day;
  readonly at: string;
  readonly treatment: TreatmentUsed;
  readonly minimumCents: Cents;
  /** A larger line is not reserved; absent: no limit. */
  readonly maximumCents?: Cents;
}

/** A correction by finance. */
export interface AdjustAccount extends About {
  readonly type: 'AdjustAccount';
  readonly adjustmentId: string;
  readonly reason: Exclude<AdjustmentReason, 'TaxTreatment'>;
  readonly text: string;
  readonly reservationNo: string | null;
  /** Below zero takes back. */
  readonly grossCents: Cents;
  /** As asked for; null: that of the payment of the reward that it corrects, otherwise `treatmentRate`. */
  readonly payeRate: number | null;
  /** What the agent's treatment takes today. */
  readonly treatmentRate: number;
}

/** Corrects a reservation by amounts that the simulation calculated from the same account. */
export interface CorrectReward extends About {
  readonly type: 'CorrectReward';
  readonly adjustmentId: string;
  readonly reason: Exclude<AdjustmentReason, 'TaxTreatment'>;
  readonly text: string;
  readonly reservationNo: string;
  readonly correction: Amounts;
  /** The rate of the correction until it is paid; null where its PAYE is final. */
  readonly payeRate: number | null;
}

export type RewardsAccountCommand =
  | PostReward
  | CorrectReward
  | ReservePayout
  | AdjustAccount
  | (About & { readonly type: 'ReleasePayout'; readonly runId: string; readonly reason: string })
  | (About & {
      readonly type: 'FailPayout';
      readonly runId: string;
      readonly answerId: string;
      readonly reason: string;
    })
  | (About & {
      readonly type: 'ReturnPayout';
      readonly runId: string;
      readonly answerId: string;
      readonly reason: string;
    })
  | (About & { readonly type: 'SettlePayout'; readonly runId: string; readonly answerId: string; readonly paidOn: Day })
  | (About & { readonly type: 'ExpireRewards'; readonly expiryMonths: number })
  | (About & {
      readonly type: 'TakeOpeningBalance';
      readonly asOf: Day;
      /** Nett owed and unpaid. */
      readonly earnedCents: Cents;
      readonly paidCents: Cents;
      readonly grossThisTaxYearCents: Cents;
      readonly payeThisTaxYearCents: Cents;
      /** In force for the agent on `asOf`. */
      readonly treatment: TreatmentUsed;
    })
  | (About & {
      readonly type: 'PlacePayoutHold';
      readonly holdId: string;
      readonly signal: string;
      readonly reason: string;
    })
  | (About & {
      readonly type: 'ReleasePayoutHold';
      readonly holdId: string;
      readonly reason: string;
      /** What one person may release; null where two do. */
      readonly limitCents: Cents | null;
    })
  | (About & { readonly type: 'WaivePayoutMinimum'; readonly reason: string });

export type AccountCommandOf<Type extends RewardsAccountCommand['type']> = Extract<
  RewardsAccountCommand,
  { type: Type }
>;
