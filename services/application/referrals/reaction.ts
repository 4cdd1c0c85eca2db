import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { referralDecider, referralStreamOf } from '@fynbos/domain/referral/referral.ts';
import { claimStreamId, ownerIn } from '@fynbos/event-store/claims/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { uuidV5 } from '@fynbos/platform/crypto/uuid-v5.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { causedBy } from '../caused-by.ts';
import { handle, load, loadMany } from '../handle.ts';
import type { Application } from '../services.ts';

/** Claim kind: an invited e-mail address names its referral. */
export const REFERRAL_CLAIM = 'referral-email';

/** An activated agent and the stream of the invitation of their e-mail address, if there is one. */
interface ActivatedAgent {
  readonly event: FoldEvent;
  readonly agent: AgentState;
  readonly invitation: string | null;
}

/** The agents who were activated by these events, in two round trips. */
async function activatedBy(log: EventLog, batch: readonly FoldEvent[]): Promise<ActivatedAgent[]> {
  const agents = await loadMany(log, agentDecider, [...new Set(batch.map(({ streamId }) => streamId))]);
  const claimOf = new Map<string, string>();
  for (const [streamId, { state }] of agents) {
    const { details } = state;
    if (details) claimOf.set(streamId, claimStreamId(log.keys, REFERRAL_CLAIM, comparableEmail(details.emailAddress)));
  }
  const claims = await log.readStreams([...claimOf.values()]);
  return batch.flatMap((event) => {
    const agent = agents.get(event.streamId)?.state;
    if (!agent) return [];
    return [{ event, agent, invitation: ownerIn(claims.get(claimOf.get(event.streamId) ?? '')?.events ?? []) }];
  });
}

const isRecorded = async (log: EventLog, streamId: string): Promise<boolean> =>
  (await load(log, referralDecider, streamId, { personal: false })).state.status !== 'none';

/** Records a referral by a personal link (F5). Returns its stream, or null if refused: the inviter's own details. */
async function recordByLink(
  log: EventLog,
  { event, agent: { details, referredByAgentId } }: ActivatedAgent,
  context: CommandContext,
): Promise<string | null> {
  if (referredByAgentId === null || !details) return null;
  const own = (await load(log, agentDecider, agentStreamOf(referredByAgentId))).state.details;
  if (!own) return null;
  const referralId = uuidV5(event.streamId, 'referral-link');
  const stream = referralStreamOf(referralId);
  if (await isRecorded(log, stream)) return stream;
  const { firstName, surname, emailAddress, cellNumber, iataNumber, agencyName } = details;
  const person = { firstName, surname, emailAddress, contactNumber: cellNumber, iataNumber, agencyName };
  try {
    await handle(log, {
      decider: referralDecider,
      streamId: stream,
      command: { type: 'ReferAgent', by: 'link', referralId, referredByAgentId, own, person },
      context,
    });
    return stream;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** At the activation, normally by a code. An invitation of the e-mail address counts before a personal link. */
export const referralsReaction = ({ log, now }: Pick<Application, 'log' | 'now'>): Reaction =>
  reactionTo<Extract<AgentEvent, { type: 'AgentActivated' }>>({
    name: 'referrals-completed',
    eventTypes: ['AgentActivated'],
    appends: ['AgentReferred', 'ReferralRegistered', 'ReferralCompleted'],
    async react(batch, io) {
      for (const activated of await activatedBy(log, batch)) {
        const { event, agent, invitation } = activated;
        const context = causedBy(event, 'referrals', now());
        // An invitation that was never recorded may have left its claim.
        const isInvited = invitation !== null && (await isRecorded(log, invitation));
        const referral = isInvited ? invitation : await recordByLink(log, activated, context);
        if (referral === null) continue;
        const command = { type: 'CompleteReferral', agentId: agent.agentId } as const;
        const { position } = await handle(log, { decider: referralDecider, streamId: referral, command, context });
        if (position !== undefined) io.appended(position);
      }
    },
  });
