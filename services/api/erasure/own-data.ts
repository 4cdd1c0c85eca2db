import { agentHistory } from '@fynbos/application/agents/load-agent.ts';
import { filesByEnquiry } from '@fynbos/application/enquiries/files.ts';
import { knownBanks } from '@fynbos/application/reward-policy/programme-lists.ts';
import { agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { randOfCents } from '@fynbos/domain/money.ts';
import { enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { listOwnEnquiries } from '@fynbos/projections/enquiries/queries.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { listOwnRewards } from '@fynbos/projections/incentives/queries.ts';
import { listReferralsBy } from '@fynbos/projections/referrals/queries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { agentAnswerOf, bankAnswerOf } from '../agents/agent-answer.ts';
import type { Services } from '../http/services.ts';
import { ownHistory } from './own-history.ts';

/** Everything the programme stores about an agent, for the agent. Amounts are rand. */
export type OwnData = Awaited<ReturnType<typeof ownData>>;

/** The read models that own data is collected from. */
export const OWN_DATA_READS = [incentives.name, referrals.name, enquiries.name];

export async function ownData(services: Services, agentId: number) {
  const { log, db, auth, now } = services;
  const banks = await knownBanks(services);
  const [{ state, events }, sessions, devices, rewards, referred, enquiries] = await Promise.all([
    agentHistory({ log }, agentId),
    auth.sessions.list(agentStreamOf(agentId)),
    auth.devices.list(agentStreamOf(agentId), ''),
    listOwnRewards(db, agentId),
    listReferralsBy(db, agentId),
    listOwnEnquiries(db, agentId),
  ]);
  const attached = await filesByEnquiry(
    services,
    enquiries.map(({ id }) => id),
  );
  return {
    exportedAt: now().toISOString(),
    person: agentAnswerOf(state, now()),
    banking: bankAnswerOf(state, banks),
    consents: state.consents,
    notices: { byEmail: state.notifications.byEmail, bySms: state.notifications.bySms, ...state.notifications.groups },
    rewards: rewards.map(({ grossCents, payeCents, nettCents, ...reward }) => ({
      ...reward,
      grossAmount: randOfCents(grossCents),
      paye: randOfCents(payeCents),
      nettAmount: randOfCents(nettCents),
    })),
    referrals: referred
      .toReversed()
      .map(({ lastUpdated: _, id: _id, remindFrom: _remindFrom, ...referral }) => referral),
    enquiries: enquiries.map(({ id, ...enquiry }) => ({ ...enquiry, files: attached.get(id) ?? [] })),
    sessions: sessions.map(({ sessionId: _id, ...session }) => session),
    // Devices on which the password alone signs in.
    devices: devices.map(({ device, network, createdAt, expiresAt }) => ({ device, network, createdAt, expiresAt })),
    pushDevices: state.pushDevices.map(({ device, endpoint, subscribedAt }) => ({ device, endpoint, subscribedAt })),
    passkeys: state.passkeys.map(({ name, addedAt, lastUsedAt }) => ({ name, addedAt, lastUsedAt })),
    history: await ownHistory(log.codec, events),
  };
}
