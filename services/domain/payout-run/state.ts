import { plus } from '../amounts.ts';
import type { Day } from '../calendar.ts';
import { DomainError } from '../errors.ts';
import type { CodeOf } from '../refusal-codes.ts';
import type { PayoutFile, PayoutLine, PayoutRunEvent, RunEventOf, RunTotals } from './events.ts';

/** Complete or not. `settledChunks`: chunks to which an accepted response has been applied. */
export interface BankResponse {
  readonly parts: number;
  readonly isAccepted: boolean;
  readonly rest: 'paid' | 'open';
  readonly on: Day;
  readonly settledChunks: number;
}

type RunTerms = Readonly<Omit<RunEventOf<'PayoutRunProposed'>['data'], 'policyVersion'>>;

interface RunProgress {
  /** Why the run must not go to the bank now; null where it may. */
  readonly heldFor: string | null;
  /** A person resumed the run after a restore had put it on hold. */
  readonly wasResumed: boolean;
  readonly lastAgentId: number;
  readonly chunks: number;
  readonly checkedChunks: number;
  readonly releasedChunks: number;
  readonly leftOut: number;
  readonly frozen: RunTotals;
  readonly dropped: RunTotals;
  readonly sent: RunTotals;
  readonly paid: RunTotals;
  readonly failed: RunTotals;
  readonly returned: RunTotals;
  readonly files: readonly PayoutFile[];
  /** ISO instant; null until then. */
  readonly exportedAt: string | null;
  /** Accepted ones in the order of acceptance. */
  readonly responses: ReadonlyMap<string, BankResponse>;
  /** Ids of corrected results. */
  readonly corrections: readonly string[];
  /** The last comparison with bank statements (L18); null where there is none. */
  readonly transit: Pick<RunEventOf<'CashInTransitBooked'>['data'], 'days' | 'inTransitCents'> | null;
  /** The approvers before the last one, of a run that needs several. */
  readonly approvers: readonly string[];
}

/** An approved run that is on hold can be cancelled. */
type Stage =
  | { readonly status: 'freezing' | 'frozen'; readonly approvedBy: null }
  | { readonly status: 'approved' | 'exported' | 'settled'; readonly approvedBy: string }
  | { readonly status: 'cancelling' | 'cancelled'; readonly approvedBy: string | null };

/** Without its lines, which stay in its chunks: the state is small however large the run is. */
export type ProposedRun = RunTerms & RunProgress & Stage;

export type PayoutRun = { readonly status: 'none' } | ProposedRun;

export type PayoutRunStatus = ProposedRun['status'];

export const noPayoutRun: PayoutRun = { status: 'none' };

export const PAYOUT_RUN_UNKNOWN = 'Payout run not found.';

/** Throws `payout-run.unknown`. */
export function proposedRun(run: PayoutRun): ProposedRun {
  if (run.status === 'none') throw new DomainError('not-found', 'payout-run.unknown', PAYOUT_RUN_UNKNOWN);
  return run;
}

const NO_LINES: RunTotals = { lines: 0, grossCents: 0, payeCents: 0, nettCents: 0 };

export const NO_PROGRESS: RunProgress = {
  lastAgentId: 0,
  chunks: 0,
  checkedChunks: 0,
  releasedChunks: 0,
  leftOut: 0,
  frozen: NO_LINES,
  dropped: NO_LINES,
  sent: NO_LINES,
  paid: NO_LINES,
  failed: NO_LINES,
  returned: NO_LINES,
  files: [],
  exportedAt: null,
  responses: new Map(),
  heldFor: null,
  wasResumed: false,
  corrections: [],
  transit: null,
  approvers: [],
};

/** Number of sent lines that have no response yet. */
export const openLines = (run: ProposedRun): number =>
  run.sent.lines - run.paid.lines - run.failed.lines - run.returned.lines;

/** Accepted responses and corrections: while it is the same, no result has changed. */
export const resultChanges = ({ responses, corrections }: ProposedRun): number =>
  [...responses.values()].filter(({ isAccepted }) => isAccepted).length + corrections.length;

const addLines = (totals: RunTotals, lines: readonly PayoutLine[], sign: 1 | -1 = 1): RunTotals => {
  let sum = totals;
  for (const { grossCents, payeCents, nettCents } of lines) {
    const signed = { grossCents: sign * grossCents, payeCents: sign * payeCents, nettCents: sign * nettCents };
    sum = { lines: sum.lines + sign, ...plus(sum, signed) };
  }
  return sum;
};

const withResponse = (
  state: ProposedRun,
  answerId: string,
  change: (response: BankResponse) => BankResponse,
): ProposedRun => {
  const response = state.responses.get(answerId) ?? {
    parts: 0,
    isAccepted: false,
    rest: 'open' as const,
    on: '',
    settledChunks: 0,
  };
  return { ...state, responses: new Map(state.responses).set(answerId, change(response)) };
};

const proposed = ({ policyVersion: _version, ...terms }: RunEventOf<'PayoutRunProposed'>['data']): ProposedRun => ({
  status: 'freezing',
  approvedBy: null,
  ...terms,
  ...NO_PROGRESS,
});

/** The approver of a run that was sent to the bank. Throws if the log has no approval. */
function approverOf({ approvedBy }: ProposedRun): string {
  if (approvedBy === null) throw new Error('a payout run went to the bank without an approval');
  return approvedBy;
}

export const evolvePayoutRun = (state: PayoutRun, event: PayoutRunEvent): PayoutRun =>
  event.type === 'PayoutRunProposed' ? proposed(event.data) : evolveProposedRun(proposedRun(state), event);

export function evolveProposedRun(
  state: ProposedRun,
  event: Exclude<PayoutRunEvent, { type: 'PayoutRunProposed' }>,
): ProposedRun {
  switch (event.type) {
    case 'PayoutLinesFrozen': {
      const { chunk, lastAgentId, lines, leftOut } = event.data;
      return {
        ...state,
        chunks: chunk,
        lastAgentId,
        frozen: addLines(state.frozen, lines),
        leftOut: state.leftOut + leftOut.length,
      };
    }
    case 'PayoutRunFrozen':
      return { ...state, status: 'frozen', approvedBy: null };
    case 'PayoutRunApprovalGiven':
      return { ...state, approvers: [...state.approvers, event.data.approvedBy] };
    case 'PayoutRunApproved':
      return { ...state, status: 'approved', approvedBy: event.data.approvedBy };
    case 'PayoutRunCancelled':
      return { ...state, heldFor: null, status: 'cancelling' };
    case 'PayoutRunHeld':
      return { ...state, heldFor: event.data.reason };
    case 'PayoutRunResumed':
      return { ...state, heldFor: null, wasResumed: true };
    case 'PayoutLinesReleased': {
      const released = { ...state, releasedChunks: event.data.chunk };
      // One more than was frozen: a chunk may be reserved although its event was never recorded.
      return event.data.chunk > state.chunks ? { ...released, status: 'cancelled' } : released;
    }
    case 'PayoutLinesChecked': {
      const { chunk, kept, dropped } = event.data;
      const sent = { lines: state.sent.lines + kept.lines, ...plus(state.sent, kept) };
      return { ...state, checkedChunks: chunk, sent, dropped: addLines(state.dropped, dropped) };
    }
    case 'PayoutRunExported':
      return {
        ...state,
        status: 'exported',
        approvedBy: approverOf(state),
        files: event.data.files,
        exportedAt: event.data.exportedAt,
      };
    case 'CashInTransitBooked':
      return { ...state, transit: { days: event.data.days, inTransitCents: event.data.inTransitCents } };
    case 'PayoutRunSettled':
      return { ...state, heldFor: null, status: 'settled', approvedBy: approverOf(state) };
    default:
      return withBankResult(state, event);
  }
}

function withBankResult(
  state: ProposedRun,
  event: RunEventOf<'BankAnswerRecorded' | 'BankAnswerTaken' | 'PayoutLinesSettled' | 'PayoutResultCorrected'>,
): ProposedRun {
  switch (event.type) {
    case 'BankAnswerRecorded':
      return withResponse(state, event.data.answerId, (response) => ({
        ...response,
        parts: Math.max(response.parts, event.data.part),
      }));
    case 'BankAnswerTaken': {
      const { answerId, rest, on } = event.data;
      const accepted = withResponse(state, answerId, (response) => ({ ...response, isAccepted: true, rest, on }));
      // Responses are applied in the order of their acceptance, and their first parts may have another.
      const [own, others] = [accepted.responses.get(answerId) as BankResponse, new Map(accepted.responses)];
      others.delete(answerId);
      return { ...accepted, responses: others.set(answerId, own) };
    }
    case 'PayoutLinesSettled': {
      const { answerId, chunk, paid, failed, returned } = event.data;
      const settled = {
        ...state,
        paid: addLines(addLines(state.paid, paid), returned, -1),
        failed: addLines(state.failed, failed),
        returned: addLines(state.returned, returned),
      };
      return withResponse(settled, answerId, (response) => ({ ...response, settledChunks: chunk }));
    }
    case 'PayoutResultCorrected': {
      const { correctionId, line, from, to } = event.data;
      const less: ProposedRun = { ...state, [from]: addLines(state[from], [line], -1) };
      return {
        ...less,
        [to]: addLines(less[to], [line]),
        corrections: [...state.corrections, correctionId],
      };
    }
  }
}

export const refuse = (code: CodeOf<'payout-run'>, message: string) =>
  new DomainError('conflict', `payout-run.${code}`, message);

/** Throws `payout-run.status`. */
export function assertStatus(state: ProposedRun, ...statuses: PayoutRunStatus[]): void {
  if (!statuses.includes(state.status))
    throw refuse('status', `The payout run is ${state.status}; this cannot be done now.`);
}
