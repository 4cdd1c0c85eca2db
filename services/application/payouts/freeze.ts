import { type AgentState, noAgent } from '@fynbos/domain/agent/state.ts';
import { treatmentUsedOn } from '@fynbos/domain/agent/tax-treatment.ts';
import type { PayoutLine, RunEventOf } from '@fynbos/domain/payout-run/events.ts';
import { blockedBy, type PayoutTerms } from '@fynbos/domain/payout-run/payability.ts';
import type { LeftOutReason, NotPayableReason } from '@fynbos/domain/payout-run/reasons.ts';
import { payableOf } from '@fynbos/domain/rewards-account/payout/payout.ts';
import type { RewardsAccount } from '@fynbos/domain/rewards-account/state.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { agentsOfRun, type OwedAgent } from '@fynbos/projections/balances/queries.ts';
import { loadAgents } from '../agents/load-agent.ts';
import { onAccounts } from '../rewards/accounts.ts';
import { pipeline, type RunWork } from './run-session.ts';

/** Chunks of agents with ids above `after`, in order. The read model only finds them; their accounts decide. */
async function* agentsWhere(
  { db, session, agentsPerChunk }: Pick<RunWork, 'db' | 'session' | 'agentsPerChunk'>,
  which: Parameters<typeof agentsOfRun>[2],
  after: number,
): AsyncGenerator<OwedAgent[]> {
  for (let from = after; ; ) {
    const rows = await agentsOfRun(db, session.runId, which, { after: from, limit: agentsPerChunk });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    from = last.agentId;
  }
}

type Chunk = Pick<RunEventOf<'PayoutLinesFrozen'>['data'], 'lines' | 'leftOut'>;

/** Why nothing is reserved for the agent; null if a line may be reserved or is already partly reserved. */
function reasonAgainst(
  runId: string,
  agent: AgentState,
  account: RewardsAccount,
  terms: PayoutTerms,
): LeftOutReason | null {
  if (account.reservation?.runId === runId) return null;
  return blockedBy(agent, account, terms) ?? (account.reservation ? 'HeldByAnotherRun' : null);
}

/** Gives the reason for each agent without a line. Repeatable. */
async function freezeChunk(
  { log, session, context, paymentLimitCents: configuredCents }: RunWork,
  agents: readonly OwedAgent[],
): Promise<Chunk> {
  const { runId, cutOff, payDate, payeRate, minimumCents, limits } = session.state;
  const paymentLimitCents = limits?.itemCents ?? configuredCents;
  const at = context.now.toISOString();
  const ids = agents.map(({ agentId }) => agentId);
  const people = await loadAgents(log, ids);
  const blocked = new Map<number, LeftOutReason>();
  const outcomes = await onAccounts(
    log,
    ids,
    (agentId, account) => {
      blocked.delete(agentId);
      if (account.payouts.get(runId)) return null;
      const agent = people.get(agentId) ?? noAgent;
      const reason = reasonAgainst(runId, agent, account, { ...session.state, at });
      if (reason !== null) {
        blocked.set(agentId, reason);
        return null;
      }
      const treatment = treatmentUsedOn(agent.treatments, payDate, payeRate);
      const line = { cutOff, payDate, treatment, minimumCents, maximumCents: paymentLimitCents };
      return { type: 'ReservePayout', agentId, runId, ...line };
    },
    context,
  );
  const lines: PayoutLine[] = [];
  const leftOut: Chunk['leftOut'] = [];
  const reasonWithoutLine = (agentId: number, account: RewardsAccount | undefined): LeftOutReason => {
    const { rate } = treatmentUsedOn((people.get(agentId) ?? noAgent).treatments, payDate, payeRate);
    const isAbove = account !== undefined && payableOf(account, cutOff, rate).nettCents > paymentLimitCents;
    return isAbove ? 'AbovePaymentLimit' : 'BelowMinimum';
  };
  for (const { agentId, balanceCents } of agents) {
    const account = outcomes.get(agentId)?.state;
    const reservation = account?.reservation;
    if (reservation?.runId === runId) {
      const { grossCents, payeCents, nettCents, rewards, treatment } = reservation;
      lines.push({ agentId, grossCents, payeCents, nettCents, rewards: rewards.length, treatment: treatment.kind });
    } else {
      leftOut.push({ agentId, reason: blocked.get(agentId) ?? reasonWithoutLine(agentId, account), balanceCents });
    }
  }
  return { lines, leftOut };
}

/** Releases the run's reservations in these agents' accounts, each with its reason. Repeating it changes nothing. */
export async function releaseLines(
  { log, session, context }: RunWork,
  lines: readonly { readonly agentId: number; readonly reason: string }[],
): Promise<void> {
  const { runId } = session;
  const reasons = new Map(lines.map(({ agentId, reason }) => [agentId, reason]));
  await onAccounts(
    log,
    [...reasons.keys()],
    (agentId) => ({ type: 'ReleasePayout', agentId, runId, reason: reasons.get(agentId) as string }),
    context,
  );
}

const asCancelled = <Agent extends { readonly agentId: number }>(agents: readonly Agent[]) =>
  agents.map(({ agentId }) => ({ agentId, reason: 'Cancelled' satisfies NotPayableReason }));

/** The run was cancelled or another process froze it. What that process recorded, or has yet to reach, stays. */
async function releaseOrphanedReservations(work: RunWork, agents: readonly OwedAgent[]): Promise<void> {
  const { session } = work;
  const { status, chunks, lastAgentId } = session.state;
  const own = new Set<number>();
  for (let chunk = 1; chunk <= chunks; chunk++)
    for (const { agentId } of await session.linesOf(chunk)) own.add(agentId);
  const isOver = ({ agentId }: OwedAgent): boolean => status !== 'freezing' || agentId <= lastAgentId;
  await releaseLines(work, asCancelled(agents.filter((agent) => !own.has(agent.agentId) && isOver(agent))));
}

/** Freezes the rest of a run, chunk by chunk. Throws `StoreUnavailable` if another process freezes it. */
export async function freeze(work: RunWork): Promise<void> {
  const { session, assertMayContinue } = work;
  const unrecorded: OwedAgent[][] = [];
  // Counted here and not read from the run: a chunk of this process must not follow a chunk of another process.
  let { chunks: chunk } = session.state;
  await pipeline(
    agentsWhere(work, 'owed-or-reserved', session.state.lastAgentId),
    (agents) => {
      unrecorded.push(agents);
      return freezeChunk(work, agents);
    },
    async (agents, frozen) => {
      assertMayContinue();
      chunk++;
      const lastAgentId = agents.at(-1)?.agentId ?? 0;
      const recorded = await session.execute({ type: 'FreezeLines', chunk, lastAgentId, ...frozen }, work.context);
      if (recorded.length > 0) unrecorded.shift();
      return recorded.length > 0;
    },
  );
  if (unrecorded.length > 0) {
    await releaseOrphanedReservations(work, unrecorded.flat());
    if (session.state.status === 'freezing') throw new StoreUnavailable('another process freezes the payout run');
  }
  if (session.state.status === 'freezing') {
    await session.execute({ type: 'FinishFreezing' }, work.context);
  }
}

/** Releases all accounts of a cancelled run: its lines, and accounts that were reserved without being recorded. */
export async function releaseAccounts(work: RunWork): Promise<void> {
  const { session, assertMayContinue } = work;
  const release = async (agents: readonly { readonly agentId: number }[]): Promise<void> => {
    assertMayContinue();
    await releaseLines(work, asCancelled(agents));
  };
  while (session.state.status === 'cancelling') {
    const chunk = session.state.releasedChunks + 1;
    if (chunk <= session.state.chunks) await release(await session.linesOf(chunk));
    else for await (const agents of agentsWhere(work, 'reserved', 0)) await release(agents);
    await session.execute({ type: 'RecordRelease', chunk }, work.context);
  }
}
