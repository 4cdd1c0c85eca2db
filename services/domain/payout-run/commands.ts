import type { ExtraDays } from '../business-days/business-days.ts';
import type { Day } from '../calendar.ts';
import type { ShownDays } from './cash-in-transit.ts';
import type { BankOutcome, PayoutFile, RunEventOf } from './events.ts';

/** `by` is the admin's id. */
export type PayoutRunCommand =
  /** `proclaimedDays`: days on which banks are closed although they are no public holidays. */
  | ({ readonly type: 'ProposePayoutRun'; readonly proclaimedDays: ExtraDays } & Omit<
      RunEventOf<'PayoutRunProposed'>['data'],
      'proposedAt'
    >)
  | ({ readonly type: 'FreezeLines' } & Omit<RunEventOf<'PayoutLinesFrozen'>['data'], 'runId'>)
  | { readonly type: 'FinishFreezing' }
  | {
      readonly type: 'ApprovePayoutRun';
      readonly by: string;
      readonly reason?: string | undefined;
      /** The nett total that the approver typed; it must equal that of the run. */
      readonly statedNettCents?: number | undefined;
    }
  | {
      readonly type: 'CancelPayoutRun';
      readonly by: string;
      readonly reason: string;
      /** Whether the person checked that the bank statement shows no payment of the run; needed while it is on hold. */
      readonly bankStatementChecked?: boolean | undefined;
    }
  | { readonly type: 'HoldPayoutRun'; readonly reason: string }
  | { readonly type: 'ResumePayoutRun'; readonly by: string; readonly reason: string }
  | { readonly type: 'RecordRelease'; readonly chunk: number }
  | ({ readonly type: 'RecordCheck' } & Omit<RunEventOf<'PayoutLinesChecked'>['data'], 'runId'>)
  | { readonly type: 'RecordExport'; readonly files: readonly PayoutFile[]; readonly edition: string }
  | {
      readonly type: 'RecordBankResponse';
      readonly answerId: string;
      readonly part: number;
      readonly outcomes: readonly BankOutcome[];
      readonly on: Day;
      /** The last day on which an earlier response paid a line that this one returns; null where none did. */
      readonly paidOn: Day | null;
    }
  | ({
      readonly type: 'AcceptBankResponse';
      /** As in `RecordBankResponse`. */
      readonly paidOn: Day | null;
      /** The `resultChanges` of the run when `paidOn` was read. */
      readonly resultChanges: number;
      readonly by: string;
    } & Pick<RunEventOf<'BankAnswerTaken'>['data'], 'answerId' | 'parts' | 'rest' | 'on'>)
  | { readonly type: 'BookCashInTransit'; readonly shown: ShownDays; readonly by: string }
  | ({ readonly type: 'CorrectResult' } & Omit<RunEventOf<'PayoutResultCorrected'>['data'], 'runId' | 'correctedAt'>)
  | ({ readonly type: 'RecordSettlement' } & Omit<RunEventOf<'PayoutLinesSettled'>['data'], 'runId'>);

export type RunCommandOf<Type extends PayoutRunCommand['type']> = Extract<PayoutRunCommand, { type: Type }>;
