import type { Day } from '../calendar.ts';
import { plus } from '../rewards-account/amounts.ts';
import type { PayoutFile, PayoutLine, PayoutRunEvent, RunTotals } from './events.ts';

export type PayoutRunStatus =
  | 'none'
  | 'freezing'
  | 'frozen'
  | 'approved'
  | 'exported'
  | 'settled'
  | 'cancelling'
  | 'cancelled';

/**
 * A bank's answer, complete or not. `settledChunks`: the number of chunks to which an accepted answer has been applied.
 */
export interface BankAnswer {
  readonly parts: number;
  readonly isTaken: boolean;
  readonly rest: 'paid' | 'open';
  readonly on: Day;
  readonly settledChunks: number;
}

/** A run without its lines, which stay in its chunks: the state is small however large the run is. */
export interface PayoutRun {
  readonly status: PayoutRunStatus;
  readonly runId: string;
  readonly reference: string;
  readonly batch: 'eft' | 'cross-border';
  readonly cutOff: Day;
  readonly payDate: Day;
  readonly payeRate: number;
  readonly minimumCents: number;
  readonly coolingHours: number;
  readonly proposedBy: string;
  readonly proposedAt: string;
  readonly approvedBy: string | null;
  /** Why the run must not go to the bank now; absent where it may. */
  readonly heldFor?: string;
  /** A person resumed the run after a restore had put it on hold. */
  readonly wasResumed?: true;
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
  readonly answers: ReadonlyMap<string, BankAnswer>;
}

const NO_LINES: RunTotals = { lines: 0, grossCents: 0, payeCents: 0, nettCents: 0 };

export const noPayoutRun: PayoutRun = {
  status: 'none',
  runId: '',
  reference: '',
  batch: 'eft',
  cutOff: '',
  payDate: '',
  payeRate: 0,
  minimumCents: 0,
  coolingHours: 0,
  proposedBy: '',
  proposedAt: '',
  approvedBy: null,
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
  answers: new Map(),
};

/** Number of sent lines that have no answer yet. */
export const openLines = (run: PayoutRun): number =>
  run.sent.lines - run.paid.lines - run.failed.lines - run.returned.lines;

const add = (totals: RunTotals, lines: readonly PayoutLine[], sign: 1 | -1 = 1): RunTotals => {
  let sum = totals;
  for (const { grossCents, payeCents, nettCents } of lines) {
    const signed = { grossCents: sign * grossCents, payeCents: sign * payeCents, nettCents: sign * nettCents };
    sum = { lines: sum.lines + sign, ...plus(sum, signed) };
  }
  return sum;
};

const withAnswer = (state: PayoutRun, answerId: string, change: (answer: BankAnswer) => BankAnswer): PayoutRun => {
  const answer = state.answers.get(answerId) ?? {
    parts: 0,
    isTaken: false,
    rest: 'open' as const,
    on: '',
    settledChunks: 0,
  };
  return { ...state, answers: new Map(state.answers).set(answerId, change(answer)) };
};

const notHeld = ({ heldFor: _over, ...state }: PayoutRun): PayoutRun => state;

/** Folds one event into a run. */
export function evolvePayoutRun(state: PayoutRun, event: PayoutRunEvent): PayoutRun {
  switch (event.type) {
    case 'PayoutRunProposed': {
      const { policyVersion: _version, ...terms } = event.data;
      return { ...state, ...terms, status: 'freezing' };
    }
    case 'PayoutLinesFrozen': {
      const { chunk, lastAgentId, lines, leftOut } = event.data;
      return {
        ...state,
        chunks: chunk,
        lastAgentId,
        frozen: add(state.frozen, lines),
        leftOut: state.leftOut + leftOut.length,
      };
    }
    case 'PayoutRunFrozen':
      return { ...state, status: 'frozen' };
    case 'PayoutRunApproved':
      return { ...state, status: 'approved', approvedBy: event.data.approvedBy };
    case 'PayoutRunCancelled':
      return { ...notHeld(state), status: 'cancelling' };
    case 'PayoutRunHeld':
      return { ...state, heldFor: event.data.reason };
    case 'PayoutRunResumed':
      return { ...notHeld(state), wasResumed: true };
    case 'PayoutLinesReleased': {
      // One more than was frozen: a chunk may be reserved although its event was never recorded.
      const releasedChunks = event.data.chunk;
      return { ...state, releasedChunks, status: releasedChunks > state.chunks ? 'cancelled' : state.status };
    }
    case 'PayoutLinesChecked': {
      const { chunk, kept, dropped } = event.data;
      const sent = { lines: state.sent.lines + kept.lines, ...plus(state.sent, kept) };
      return { ...state, checkedChunks: chunk, sent, dropped: add(state.dropped, dropped) };
    }
    case 'PayoutRunExported':
      return { ...state, status: 'exported', files: event.data.files };
    case 'BankAnswerRecorded':
      return withAnswer(state, event.data.answerId, (answer) => ({
        ...answer,
        parts: Math.max(answer.parts, event.data.part),
      }));
    case 'BankAnswerTaken': {
      const { answerId, rest, on } = event.data;
      return withAnswer(state, answerId, (answer) => ({ ...answer, isTaken: true, rest, on }));
    }
    case 'PayoutLinesSettled': {
      const { answerId, chunk, paid, failed, returned } = event.data;
      const settled = {
        ...state,
        paid: add(add(state.paid, paid), returned, -1),
        failed: add(state.failed, failed),
        returned: add(state.returned, returned),
      };
      return withAnswer(settled, answerId, (answer) => ({ ...answer, settledChunks: chunk }));
    }
    case 'PayoutRunSettled':
      return { ...notHeld(state), status: 'settled' };
  }
}
