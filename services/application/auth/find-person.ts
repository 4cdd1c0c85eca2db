import { type Administrator, adminDecider } from '@fynbos/domain/admin/admin.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import { EMAIL_CLAIM, ID_NUMBER_CLAIM } from '@fynbos/domain/agent/details.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { claimedIdNumbers } from '@fynbos/domain/identity/id-number.ts';
import { ownerOf } from '@fynbos/event-store/claims/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { load } from '../handle.ts';

/** Claim kind: an administrator's e-mail address. */
export const ADMIN_EMAIL_CLAIM = 'admin-email';

export interface PersonRecord<State> {
  /** The stream id, `agent-7` or `admin-1`. */
  readonly person: string;
  readonly state: State;
}

async function agentIn(log: EventLog, person: string | null): Promise<PersonRecord<AgentState> | null> {
  if (!person?.startsWith('agent-')) return null;
  const { state } = await load(log, agentDecider, person);
  // A claim without a completed registration, or of an erased person, has no account.
  return state.details ? { person, state } : null;
}

/** The agent with this e-mail address, ignoring case, or null. */
export async function agentByEmail(log: EventLog, email: string): Promise<PersonRecord<AgentState> | null> {
  const comparable = comparableEmail(email);
  const found = await agentIn(log, await ownerOf(log, EMAIL_CLAIM, comparable));
  // An address that is not confirmed yet cannot be used to sign in.
  return found && comparableEmail(found.state.details?.emailAddress ?? '') === comparable ? found : null;
}

export async function agentByIdNumber(log: EventLog, idNumber: string): Promise<PersonRecord<AgentState> | null> {
  for (const text of claimedIdNumbers(idNumber)) {
    const found = await agentIn(log, await ownerOf(log, ID_NUMBER_CLAIM, text));
    if (found) return found;
  }
  return null;
}

export async function adminByEmail(log: EventLog, email: string): Promise<PersonRecord<Administrator> | null> {
  const person = await ownerOf(log, ADMIN_EMAIL_CLAIM, comparableEmail(email));
  if (person === null) return null;
  const { state } = await load(log, adminDecider, person);
  return state.status !== 'none' && state.email ? { person, state } : null;
}

/** The stream id of the agent or administrator with this e-mail address, ignoring case, or null. */
export const personByEmail = async (log: EventLog, email: string): Promise<string | null> =>
  ((await agentByEmail(log, email)) ?? (await adminByEmail(log, email)))?.person ?? null;
