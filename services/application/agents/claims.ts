import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import { ID_NUMBER_CLAIM } from '@fynbos/domain/agent/details.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { fieldError } from '@fynbos/domain/errors.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { claimedIdNumbers, comparableIdNumber } from '@fynbos/domain/identity/id-number.ts';
import { claim, ownerOf, release } from '@fynbos/event-store/claims/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { emailClaim } from '../auth/email-claim.ts';
import { ADMIN_EMAIL_CLAIM, personByEmail } from '../auth/find-person.ts';
import { load } from '../handle.ts';

const usesIdNumber = (log: EventLog, idNumber: string) => async (owner: string) => {
  const { state } = await load(log, agentDecider, owner);
  if (state.status === 'none') return false;
  return !state.details || comparableIdNumber(state.details.idNumber) === idNumber;
};

const takenError = (field: 'emailAddress' | 'idNumber', message: string) =>
  fieldError(`agent.${field === 'idNumber' ? 'id-number' : 'email'}-taken`, field, message, 'conflict');

/** Claims an e-mail address for an agent. Throws `agent.email-taken` if an agent or an administrator has it. */
export async function claimEmail(
  log: EventLog,
  owner: string,
  emailAddress: string,
  context: CommandContext,
): Promise<void> {
  // Administrators of earlier releases have this claim alone.
  const admin = await ownerOf(log, ADMIN_EMAIL_CLAIM, comparableEmail(emailAddress));
  const ours = admin === null && (await claim(log, emailClaim(log, owner, emailAddress, context)));
  if (!ours) throw takenError('emailAddress', AGENT_MESSAGES.emailTaken);
}

/** Refuses a request for an e-mail address that another person has. Throws `agent.email-taken`. */
export async function assertEmailIsFree(log: EventLog, owner: string, emailAddress: string): Promise<void> {
  const person = await personByEmail(log, emailAddress);
  if (person !== null && person !== owner) throw takenError('emailAddress', AGENT_MESSAGES.emailTaken);
}

export const releaseEmail = (
  log: EventLog,
  owner: string,
  emailAddress: string,
  context: CommandContext,
): Promise<void> => release(log, emailClaim(log, owner, emailAddress, context));

/** Claims an ID or passport number for an agent. Throws `agent.id-number-taken` if another agent has it. */
export async function claimIdNumber(
  log: EventLog,
  owner: string,
  idNumber: string,
  context: CommandContext,
): Promise<void> {
  const [text = '', ...former] = claimedIdNumbers(idNumber);
  for (const one of former) {
    const holder = await ownerOf(log, ID_NUMBER_CLAIM, one);
    if (holder !== null && holder !== owner && (await usesIdNumber(log, text)(holder)))
      throw takenError('idNumber', AGENT_MESSAGES.idNumberTaken);
  }
  const ours = await claim(log, {
    kind: ID_NUMBER_CLAIM,
    text,
    owner,
    isOwnerRecorded: usesIdNumber(log, text),
    context,
  });
  if (!ours) throw takenError('idNumber', AGENT_MESSAGES.idNumberTaken);
}

/** Releases an ID number in every form in which a release of the software may have claimed it. */
export async function releaseIdNumber(
  log: EventLog,
  owner: string,
  idNumber: string,
  context: CommandContext,
): Promise<void> {
  for (const text of claimedIdNumbers(idNumber)) await release(log, { kind: ID_NUMBER_CLAIM, text, owner, context });
}
