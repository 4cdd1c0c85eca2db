import { type AgentState, noAgent } from '@fynbos/domain/agent/state.ts';
import { treatmentUsedOn } from '@fynbos/domain/agent/tax-treatment.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { PayoutLine, RunEventOf } from '@fynbos/domain/payout-run/events.ts';
import { blockedBy, type PayoutTerms } from '@fynbos/domain/payout-run/payability.ts';
import type { LeftOutReason } from '@fynbos/domain/payout-run/reasons.ts';
import type { RewardsAccount } from '@fynbos/domain/rewards-account/state.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import type pg from 'pg';
import { loadAgents, onAccounts } from './accounts.ts';
import { AHEAD, pipelined } from './pipelined.ts';
import type { RunWork } from './run-work.ts';

/** Agents looked at together: two reads and one append. More at once only keeps more in memory. */
const CHUNK = 500;

interface Candidate {
  readonly agentId: number;
  readonly balanceCents: number;
}

/** The next agents who are owed something, or who owe, in the order of their ids. The accounts themselves decide; this only finds them. */
async function candidates(db: pg.Pool, after: number, most = CHUNK): Promise<Candidate[]> {
  const { rows } = await db.query(
    `select "agentId", "balanceCents" from ${readModelTable(balances).sql}
     where "agentId" > $1 and ("balanceCents" <> 0 or "earnedCents" <> 0) order by "agentId" limit $2`,
    [after, most],
  );
  return rows;
}

type Chunk = Pick<RunEventOf<'PayoutLinesFrozen'>['data'], 'lines' | 'leftOut'>;

/** Why nothing is reserved for the agent; null for a line that may be, or that was begun and is to be whole. */
function reasonAgainst(
  runId: string,
  agent: AgentState,
  account: RewardsAccount,
  terms: PayoutTerms,
): LeftOutReason | null {
  if (account.reservation?.runId === runId) return null;
  return blockedBy(agent, account, terms) ?? (account.reservation ? 'HeldByAnotherRun' : null);
}

/** Reserves the lines of these agents; those without one come with their reason. Repeating it gives the same. */
async function freezeChunk({ log, session, context }: RunWork, agents: readonly Candidate[]): Promise<Chunk> {
  const { runId, cutOff, payDate, payeRate, minimumCents, coolingHours, batch } = session.state;
  const at = context.now.toISOString();
  const today = dayOf(context.now);
  const ids = agents.map(({ agentId }) => agentId);
  const people = await loadAgents(log, ids, true);
  const blocked = new Map<number, LeftOutReason>();
  const outcomes = await onAccounts(
    log,
    ids,
    (agentId, account) => {
      blocked.delete(agentId);
      if (account.payouts.get(runId)) return null;
      const agent = people.get(agentId) ?? noAgent;
      const reason = reasonAgainst(runId, agent, account, { batch, coolingHours, at });
      if (reason !== null) {
        blocked.set(agentId, reason);
        return null;
      }
      const treatment = treatmentUsedOn(agent.treatments, payDate, payeRate);
      return { type: 'ReservePayout', agentId, runId, cutOff, payDate, at, today, treatment, minimumCents };
    },
    context,
  );
  const lines: PayoutLine[] = [];
  const leftOut: Chunk['leftOut'] = [];
  for (const { agentId, balanceCents } of agents) {
    const reservation = outcomes.get(agentId)?.state.reservation;
    if (reservation?.runId === runId) {
      const { grossCents, payeCents, nettCents, rewards, treatment } = reservation;
      lines.push({ agentId, grossCents, payeCents, nettCents, rewards: rewards.length, treatment: treatment.kind });
    } else {
      leftOut.push({ agentId, reason: blocked.get(agentId) ?? 'BelowMinimum', balanceCents });
    }
  }
  return { lines, leftOut };
}

/** Frees what these agents' accounts hold for the run. */
export async function releaseLines(
  { log, session }: Pick<RunWork, 'log' | 'session'>,
  agentIds: readonly number[],
  reason: string,
  context: CommandContext,
): Promise<void> {
  const { runId } = session;
  const today = dayOf(context.now);
  await onAccounts(log, agentIds, (agentId) => ({ type: 'ReleasePayout', agentId, runId, reason, today }), context);
}

/** All candidates from where the run stands, a chunk at a time. */
async function* chunksOf(db: pg.Pool, from: number): AsyncGenerator<Candidate[]> {
  for (let after = from; ; ) {
    const agents = await candidates(db, after);
    const last = agents.at(-1);
    if (!last) return;
    yield agents;
    after = last.agentId;
  }
}

/** Freezes a run to its end, chunk by chunk, from wherever it stands. */
export async function freeze(work: RunWork): Promise<void> {
  const { db, session, context, proceed } = work;
  if (session.state.status !== 'freezing') return;
  const begun: Candidate[][] = [];
  await pipelined(
    chunksOf(db, session.state.lastAgentId),
    (agents) => {
      begun.push(agents);
      return freezeChunk(work, agents);
    },
    async (agents, frozen) => {
      proceed();
      const chunk = session.state.chunks + 1;
      const lastAgentId = agents.at(-1)?.agentId ?? 0;
      await session.do({ type: 'FreezeLines', chunk, lastAgentId, ...frozen }, context);
      if (session.state.chunks === chunk && session.state.lastAgentId === lastAgentId) begun.shift();
      return session.state.status === 'freezing';
    },
  );
  // Cancelled while these were being reserved: they are not of the run.
  for (const agents of begun) {
    await releaseLines(
      work,
      agents.map(({ agentId }) => agentId),
      'Cancelled',
      context,
    );
  }
  if (session.state.status === 'freezing') {
    await session.do({ type: 'FinishFreezing', at: context.now.toISOString() }, context);
  }
}

/** Frees all accounts of a cancelled run, those included that may have been reserved without being recorded. */
export async function release(work: RunWork): Promise<void> {
  const { db, session, context, proceed } = work;
  while (session.state.status === 'cancelling') {
    proceed();
    const chunk = session.state.releasedChunks + 1;
    const lines =
      chunk <= session.state.chunks
        ? await session.linesOf(chunk)
        : await candidates(db, session.state.lastAgentId, CHUNK * AHEAD);
    await releaseLines(
      work,
      lines.map(({ agentId }) => agentId),
      'Cancelled',
      context,
    );
    await session.do({ type: 'RecordRelease', chunk }, context);
  }
}
