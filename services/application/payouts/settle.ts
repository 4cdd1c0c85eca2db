import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { Day } from '@fynbos/domain/calendar.ts';
import type { BankOutcome, PayoutLine, RunEventOf } from '@fynbos/domain/payout-run/events.ts';
import { NOT_SENT } from '@fynbos/domain/payout-run/reasons.ts';
import type { ProposedRun } from '@fynbos/domain/payout-run/state.ts';
import { rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import type { RewardsAccountCommand } from '@fynbos/domain/rewards-account/commands.ts';
import { BANK_DETAILS_CHANGED, failedPaymentHolds } from '@fynbos/domain/rewards-account/holds.ts';
import { unchangedAccountDecider } from '@fynbos/domain/rewards-account/payout/unchanged-line.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { RewardsAccount, SettledPayout } from '@fynbos/domain/rewards-account/state.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { eventsOf, loadMany } from '../handle.ts';
import { handleMany } from '../handle-many.ts';
import { accountEnds, onAccounts } from '../rewards/accounts.ts';
import { RewardPoster } from '../rewards/reward-poster.ts';
import { pipeline, type RunWork } from './run-session.ts';

/** Rentals loaded in one round trip. */
const RENTALS_PER_READ = 1000;

type Settled = RunEventOf<'PayoutLinesSettled'>['data'];

/** A line covered by the bank's response, by name or as part of the rest. */
interface CoveredLine {
  readonly line: PayoutLine;
  readonly outcome: BankOutcome['outcome'];
  readonly reason: string;
  readonly isNamed: boolean;
}

/** `on`: the bank's day of payment, which also determines the tax, whenever the response arrives. */
interface AppliedResponse {
  readonly answerId: string;
  readonly on: Day;
}

/**
 * Null if the outcome is already recorded. A line returned before it was recorded as paid was never paid, so it fails.
 */
function commandFor(
  { session }: RunWork,
  { answerId, on }: AppliedResponse,
  account: RewardsAccount,
  { line: { agentId }, outcome, reason, isAccountChanged }: CoveredLine & { readonly isAccountChanged: boolean },
): RewardsAccountCommand | null {
  const { runId } = session;
  const lineFields = { agentId, runId, answerId };
  const unpaid = { ...lineFields, reason, isAccountChanged };
  const ended = account.payouts.get(runId);
  if (account.reservation?.runId === runId) {
    // Reserved again by the correction of its result, which settles it (O18).
    if (ended) return null;
    return outcome === 'paid' ? { type: 'SettlePayout', ...lineFields, paidOn: on } : { type: 'FailPayout', ...unpaid };
  }
  return ended?.outcome === 'paid' && outcome === 'returned'
    ? { type: 'ReturnPayout', ...unpaid, returnedOn: on }
    : null;
}

/** The agents with bank details that changed after the run was sent to the bank. */
export async function accountsChangedSinceExport(
  log: EventLog,
  { exportedAt }: Pick<ProposedRun, 'exportedAt'>,
  agentIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const loaded = await loadMany(log, agentDecider, agentIds.map(agentStreamOf), { personal: false });
  const isChanged = (agentId: number): boolean => {
    const { bankChangedAt = null } = loaded.get(agentStreamOf(agentId))?.state ?? {};
    return bankChangedAt !== null && exportedAt !== null && bankChangedAt > exportedAt;
  };
  return new Set(agentIds.filter(isChanged));
}

/** Details that changed while the holds were placed (O19): the reaction to a change finds no later hold. */
export async function releaseHoldsOfChangedAccounts(
  { log, session: { runId, state }, context }: Pick<RunWork, 'log' | 'session' | 'context'>,
  agentIds: readonly number[],
): Promise<void> {
  const changed = await accountsChangedSinceExport(log, state, agentIds);
  const release = { type: 'ReleasePayoutHold', limitCents: null, reason: BANK_DETAILS_CHANGED } as const;
  await onAccounts(
    log,
    [...changed],
    (agentId, account) => {
      const [holdId] = failedPaymentHolds(account, runId);
      return holdId === undefined ? null : { ...release, agentId, holdId };
    },
    context,
  );
}

/** Accounts unchanged since the freeze, unloaded: two round trips whatever their length. Returns the settled agents. */
async function payUntouched(
  { log, session: { runId }, context }: RunWork,
  { answerId, on }: AppliedResponse,
  requested: readonly CoveredLine[],
): Promise<ReadonlySet<number>> {
  const paid = requested.filter(({ outcome }) => outcome === 'paid').map(({ line: { agentId } }) => agentId);
  const command = { type: 'SettleUnchanged', runId, answerId, paidOn: on } as const;
  const commands = paid.map((agentId) => ({ streamId: accountStreamOf(agentId), command, context }));
  const handled = await handleMany(log, unchangedAccountDecider, commands, {
    loadSnapshots: (streamIds) => accountEnds(log, streamIds),
  });
  return new Set(paid.filter((agentId) => handled.get(accountStreamOf(agentId))?.events.length));
}

/**
 * A hold on a paid reward takes effect once the payment is returned. The returned rewards come from the accounts,
 * because a chunk repeated after a crash appends nothing.
 */
export async function reapplyHolds(
  { log, context }: Pick<RunWork, 'log' | 'context'>,
  answerId: string,
  returned: readonly { readonly agentId: number }[],
): Promise<void> {
  const accounts = await log.readStreams(returned.map(({ agentId }) => accountStreamOf(agentId)));
  const numbers = [...accounts.values()].flatMap((account) =>
    eventsOf(rewardsAccountDecider, account).flatMap((event) =>
      event.type === 'PayoutReturned' && event.data.answerId === answerId
        ? event.data.rewards.map(({ reservationNo }) => reservationNo)
        : [],
    ),
  );
  for (let first = 0; first < numbers.length; first += RENTALS_PER_READ) {
    const streams = await log.readStreams(numbers.slice(first, first + RENTALS_PER_READ).map(rentalStreamOf));
    const decisions = [...streams.values()].flatMap((rental) => {
      const last = eventsOf(rentalDecider, rental).findLast((event) => event.type === 'RewardDecided');
      return last?.type === 'RewardDecided' ? [{ decision: last.data, context }] : [];
    });
    await new RewardPoster(log).post(decisions);
  }
}

type SettledLines = Omit<Settled, 'runId' | 'answerId' | 'chunk' | 'on'>;

/** `ended`: the outcome in the line's account. A named line that another response settled is ignored. */
function record(
  settled: SettledLines,
  answerId: string,
  { line, outcome, reason, isNamed }: CoveredLine,
  ended: SettledPayout | undefined,
): void {
  const { agentId } = line;
  // The account records which response settled it, so that a repeated chunk counts the same lines.
  const sent = ended?.outcome === 'released' ? undefined : ended;
  if (sent?.answerId !== answerId) {
    if (isNamed) settled.ignored.push({ agentId, reason: sent?.outcome ?? NOT_SENT, said: outcome });
    return;
  }
  if (sent.outcome === 'paid') settled.paid.push(line);
  if (sent.outcome === 'failed') settled.failed.push({ ...line, reason });
  if (sent.outcome === 'returned') settled.returned.push({ ...line, reason });
}

/** Settles the accounts of a chunk according to the response. */
async function settleChunk(
  work: RunWork,
  answerId: string,
  outcomes: ReadonlyMap<number, BankOutcome>,
  chunk: number,
): Promise<SettledLines> {
  const { log, session, context } = work;
  const recorded = session.state.responses.get(answerId);
  if (!recorded) throw new Error('the response does not belong to this run');
  const response = { answerId, on: recorded.on };
  const requested = (await session.linesOf(chunk)).flatMap((line): CoveredLine[] => {
    const named = outcomes.get(line.agentId);
    if (!named && recorded.rest === 'open') return [];
    const { outcome, reason } = named ?? { outcome: 'paid' as const, reason: null };
    return [{ line, outcome, reason: reason ?? 'Bank', isNamed: named !== undefined }];
  });
  const untouched = await payUntouched(work, response, requested);
  const others = new Map(
    requested.flatMap((each) => (untouched.has(each.line.agentId) ? [] : [[each.line.agentId, each] as const])),
  );
  const unpaid = [...others].flatMap(([agentId, { outcome }]) => (outcome === 'paid' ? [] : [agentId]));
  const changed = await accountsChangedSinceExport(log, session.state, unpaid);
  const accounts = await onAccounts(
    log,
    [...others.keys()],
    (agentId, account) => {
      const line = others.get(agentId) as CoveredLine;
      return commandFor(work, response, account, { ...line, isAccountChanged: changed.has(agentId) });
    },
    context,
  );
  await releaseHoldsOfChangedAccounts(work, unpaid);
  const settled: SettledLines = { paid: [], failed: [], returned: [], ignored: [] };
  for (const each of requested) {
    const { agentId } = each.line;
    if (untouched.has(agentId)) settled.paid.push(each.line);
    else record(settled, answerId, each, accounts.get(agentId)?.state.payouts.get(session.runId));
  }
  return settled;
}

/** Applies every accepted bank response that is not fully settled, chunk by chunk, from its first unsettled chunk. */
export async function settle(work: RunWork): Promise<void> {
  const { session, assertMayContinue } = work;
  for (const [answerId, { isAccepted, on }] of session.state.responses) {
    if (!isAccepted) continue;
    const left = (): number => session.state.chunks - (session.state.responses.get(answerId)?.settledChunks ?? 0);
    if (left() === 0) continue;
    const outcomes = await session.outcomesOf(answerId);
    const chunks = Array.from({ length: left() }, (_, n) => session.state.chunks - left() + 1 + n);
    await pipeline(
      chunks,
      (chunk) => settleChunk(work, answerId, outcomes, chunk),
      async (chunk, settled) => {
        assertMayContinue();
        await reapplyHolds(work, answerId, settled.returned);
        await session.execute({ type: 'RecordSettlement', answerId, chunk, on, ...settled }, work.context);
        return true;
      },
    );
  }
}
