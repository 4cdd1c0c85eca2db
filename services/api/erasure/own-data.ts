import { knownBanks } from '@fynbos/application/agents/known-banks.ts';
import { load } from '@fynbos/application/handle.ts';
import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import { randOfCents } from '@fynbos/domain/money.ts';
import { listOwnRewards } from '@fynbos/projections/agents/queries.ts';
import { enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { listOwnEnquiries } from '@fynbos/projections/enquiries/queries.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { listReferralsBy } from '@fynbos/projections/referrals/queries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { agentAnswer, bankAnswer } from '../agents/agent-answer.ts';
import type { Services } from '../http/services.ts';
import { type OwnHistoryEntry, ownHistory } from './own-history.ts';

/** Everything the programme stores about an agent, for the agent. */
export interface OwnData {
  readonly exportedAt: string;
  readonly person: ReturnType<typeof agentAnswer>;
  readonly banking: ReturnType<typeof bankAnswer>;
  readonly consents: Readonly<Record<string, boolean>>;
  readonly notices: { readonly byEmail: boolean; readonly bySms: boolean };
  readonly rewards: readonly object[];
  readonly referrals: readonly object[];
  readonly enquiries: readonly object[];
  readonly sessions: readonly object[];
  readonly history: readonly OwnHistoryEntry[];
}

/** The read models that own data is collected from. */
export const OWN_DATA_READS = [incentives.name, referrals.name, enquiries.name];

/** Collects an agent's own data as of now. Throws `StoreUnavailable` and Postgres errors. */
export async function ownData(services: Services, agentId: number): Promise<OwnData> {
  const { log, pool, auth, now } = services;
  const banks = await knownBanks(services);
  const [{ state }, history, sessions, rewards, referred, asked] = await Promise.all([
    load(log, agentDecider, agentStream(agentId)),
    ownHistory(log, agentId),
    auth.sessions.list(agentStream(agentId)),
    listOwnRewards(pool, agentId),
    listReferralsBy(pool, agentId),
    listOwnEnquiries(pool, agentId),
  ]);
  return {
    exportedAt: now().toISOString(),
    person: agentAnswer(state, now()),
    banking: bankAnswer(state, banks),
    consents: state.consents,
    notices: state.notifications,
    rewards: rewards.map(({ grossCents, payeCents, nettCents, ...reward }) => ({
      ...reward,
      grossAmount: randOfCents(grossCents),
      paye: randOfCents(payeCents),
      nettAmount: randOfCents(nettCents),
    })),
    referrals: referred.toReversed().map(({ lastUpdated: _, ...referral }) => referral),
    enquiries: asked,
    sessions: sessions.map(({ device, network, createdAt, lastSeenAt }) => ({
      device,
      network,
      createdAt,
      lastSeenAt,
    })),
    history,
  };
}
