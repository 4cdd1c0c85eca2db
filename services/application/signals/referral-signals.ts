import { agentIdOf } from '@fynbos/domain/agent/agent.ts';
import { referralDecider } from '@fynbos/domain/referral/referral.ts';
import { isSamePerson } from '@fynbos/domain/signal/rules.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import type { Reaction, ReactionIo } from '@fynbos/projections/engine/reaction.ts';
import { referralLinksOf } from '@fynbos/projections/referrals/queries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { loadAgents } from '../agents/load-agent.ts';
import { causedBy } from '../caused-by.ts';
import { load } from '../handle.ts';
import type { Essentials } from '../services.ts';
import { waitForReadModel } from '../wait-for-read-model.ts';
import { holdAll, referrersAccount, selfReferral } from './hold.ts';
import { accountStreamNameOf } from './same-bank-account.ts';

/** Personal fields by which two agents may be recognised as the same person. */
const IDENTIFYING: ReadonlySet<string> = new Set(['cellNumber', 'taxNumber', 'firstName', 'surname', 'iataNumber']);

async function referrerOf(log: EventLog, streamId: string): Promise<number | null> {
  const { state } = await load(log, referralDecider, streamId, { personal: false });
  return state.status === 'none' ? null : state.referredByAgentId;
}

/** The referrals affected by an event, as pairs of the event's agent and the other agent. */
async function pairsOf({ log, db }: Essentials, event: FoldEvent, io: ReactionIo): Promise<[number, number][]> {
  if (event.type === 'AgentDetailsChanged') {
    const { fields } = event.data as { fields: readonly string[] };
    if (!fields.some((field) => IDENTIFYING.has(field))) return [];
    const agentId = agentIdOf(event.streamId);
    await waitForReadModel(db, referrals.name, event.position, io.signal);
    return (await referralLinksOf(db, agentId)).map((other) => [agentId, other]);
  }
  const { agentId } = event.data as { agentId: number | null };
  const referrer = agentId === null ? null : await referrerOf(log, event.streamId);
  return agentId === null || referrer === null || referrer === agentId ? [] : [[agentId, referrer]];
}

/**
 * Holds payments to agents who refer themselves under another name, or who receive the rewards of agents they
 * referred, until finance releases the hold.
 */
export const referralSignalsReaction = (deps: Essentials): Reaction => ({
  name: 'referral-signals',
  eventTypes: ['ReferralRegistered', 'ReferralCompleted', 'AgentDetailsChanged'],
  appends: ['PayoutHoldPlaced'],
  async react(batch, io) {
    const { log, now } = deps;
    for (const event of batch) {
      const context = causedBy(event, 'signals', now());
      for (const pair of await pairsOf(deps, event, io)) {
        const [one, other] = [...(await loadAgents(log, pair)).values()];
        if (!one?.details || !other?.details) continue;
        if (isSamePerson(one.details, other.details)) await holdAll(log, pair, selfReferral(pair), context, io);
        const account = accountStreamNameOf(log.keys, one);
        if (account !== null && account === accountStreamNameOf(log.keys, other))
          await holdAll(log, pair, referrersAccount(account, pair), context, io);
      }
    }
  },
});
