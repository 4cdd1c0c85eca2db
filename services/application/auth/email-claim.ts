import { adminDecider } from '@fynbos/domain/admin/admin.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import { EMAIL_CLAIM } from '@fynbos/domain/agent/details.ts';
import { pendingEmail } from '@fynbos/domain/agent/state.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import type { ClaimRequest } from '@fynbos/event-store/claims/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { load } from '../handle.ts';

/** The returned function checks that an owner's stream exists and uses the address now. Erased agents keep claims. */
const usesEmail = (log: EventLog, email: string, at: string) => async (owner: string) => {
  if (owner.startsWith('admin-'))
    return (await load(log, adminDecider, owner, { personal: false })).state.status !== 'none';
  const { state } = await load(log, agentDecider, owner);
  if (state.status === 'none') return false;
  if (!state.details) return true;
  return [state.details.emailAddress, pendingEmail(state, at) ?? ''].some((one) => comparableEmail(one) === email);
};

/** The claim of an e-mail address, which agents and administrators share: an address belongs to one person (A1). */
export const emailClaim = (
  log: EventLog,
  owner: string,
  emailAddress: string,
  context: CommandContext,
): ClaimRequest => {
  const text = comparableEmail(emailAddress);
  const isOwnerRecorded = usesEmail(log, text, context.now.toISOString());
  return { kind: EMAIL_CLAIM, text, owner, isOwnerRecorded, context };
};
