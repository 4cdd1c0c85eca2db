import { agentStream } from '@fynbos/domain/agent/agent.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { listEnquiriesOfPerson } from '@fynbos/projections/enquiries/queries.ts';
import { type AddressedRecord, listReferralsOfPerson } from '@fynbos/projections/referrals/queries.ts';
import type pg from 'pg';
import { findOwner, ownAddresses } from './addresses.ts';

/** Ids of what names a person outside of their own stream. */
export interface PersonalRecords {
  readonly referrals: readonly string[];
  readonly enquiries: readonly string[];
}

/**
 * What others told of an agent, and what the agent wrote: referrals and enquiries that are theirs, and those of no agent
 * that came from an address while it was theirs. What is another agent's never is. `events` are the agent's, opened.
 */
export async function recordsOf(
  { log, db }: { readonly log: EventLog; readonly db: pg.Pool },
  agentId: number,
  events: readonly AgentEvent[],
): Promise<PersonalRecords> {
  const emails = ownAddresses(events).map(({ email }) => email);
  const isTheirs = await findOwner(log, agentStream(agentId), events);
  const idsOf = (records: readonly AddressedRecord[]): string[] =>
    records.filter(({ agentId: owner, address, at }) => owner !== null || isTheirs(address, at)).map(({ id }) => id);
  return {
    referrals: idsOf(await listReferralsOfPerson(db, agentId, emails)),
    enquiries: idsOf(await listEnquiriesOfPerson(db, agentId, emails)),
  };
}
