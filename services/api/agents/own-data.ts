import { load } from '@fynbos/application/handle.ts';
import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import { randOfCents } from '@fynbos/domain/money.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import type { Services } from '../http/services.ts';
import { agentAnswer, bankAnswer } from './agent-answer.ts';
import { knownBanks } from './known-banks.ts';
import { type OwnHistoryEntry, ownHistory } from './own-history.ts';

/** Everything the programme holds about an agent, for the agent. */
export interface OwnData {
  readonly exportedAt: string;
  readonly person: ReturnType<typeof agentAnswer>;
  readonly banking: ReturnType<typeof bankAnswer>;
  readonly consents: Readonly<Record<string, boolean>>;
  readonly notices: { readonly byEmail: boolean; readonly bySms: boolean };
  readonly rewards: readonly Readonly<Record<string, unknown>>[];
  readonly referrals: readonly Readonly<Record<string, unknown>>[];
  readonly enquiries: readonly Readonly<Record<string, unknown>>[];
  readonly sessions: readonly Readonly<Record<string, unknown>>[];
  readonly history: readonly OwnHistoryEntry[];
}

interface Reward {
  readonly grossCents: number;
  readonly payeCents: number;
  readonly nettCents: number;
}

/** The read models that it draws on. */
export const OWN_DATA_READS = [incentives.name, referrals.name, enquiries.name];

/** Collects it, as of now. Throws `StoreUnavailable` and what Postgres throws. */
export async function ownData(services: Services, agentId: number): Promise<OwnData> {
  const { log, pool, auth, now } = services;
  const banks = await knownBanks(services);
  const [{ state }, history, sessions, rewards, referred, asked] = await Promise.all([
    load(log, agentDecider, agentStream(agentId)),
    ownHistory(log, agentId),
    auth.sessions.list(agentStream(agentId)),
    pool.query<Reward & Record<string, unknown>>(
      `select "reservationNo", "invoiceDate", "promoCode", status, reason, "grossCents", "payeCents", "nettCents"
       from ${readModelTable(incentives).sql} where "agentId" = $1 order by "invoiceDate", "reservationNo"`,
      [agentId],
    ),
    pool.query(
      `select "firstName", surname, "emailAddress", "agencyName", "registrationStatus", "referredOn"
       from ${readModelTable(referrals).sql} where "referredByAgentId" = $1 order by "referredOn"`,
      [agentId],
    ),
    pool.query(
      `select "referenceNumber", "typeOfQuery", "queryDetails", status, "dateCreated"
       from ${readModelTable(enquiries).sql} where "agentId" = $1 order by "dateCreated"`,
      [agentId],
    ),
  ]);
  return {
    exportedAt: now().toISOString(),
    person: agentAnswer(state, now()),
    banking: bankAnswer(state, banks),
    consents: state.consents,
    notices: state.notifications,
    rewards: rewards.rows.map(({ grossCents, payeCents, nettCents, ...reward }) => ({
      ...reward,
      grossAmount: randOfCents(grossCents),
      paye: randOfCents(payeCents),
      nettAmount: randOfCents(nettCents),
    })),
    referrals: referred.rows,
    enquiries: asked.rows,
    sessions: sessions.map(({ device, network, createdAt, lastSeenAt }) => ({
      device,
      network,
      createdAt,
      lastSeenAt,
    })),
    history,
  };
}
