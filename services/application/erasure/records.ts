import { agentStream } from '@fynbos/domain/agent/agent.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { listEnquiriesOfPerson } from '@fynbos/projections/enquiries/queries.ts';
import { type AddressedRecord, listReferralsOfPerson } from '@fynbos/projections/referrals/queries.ts';
import type pg from 'pg';
import { findOwner, ownAddresses } from './addresses.ts';

/** Ids of records outside the agent's own stream that contain their personal data. */
export interface PersonalRecords {
  readonly referrals: readonly string[];
  readonly enquiries: readonly string[];
}

/**
 * Records about or by an agent: their own referrals and enquiries, and anonymous ones from an address while it
 * belonged to them. Records of another agent are never included.
 * `events`: the agent's decrypted events.
 */
export async function recordsOf(
  { log, db }: { readonly log: EventLog; readonly db: pg.Pool },
  agentId: number,
  events: readonly AgentEvent[],
): Promise<PersonalRecords> {
  const emails = ownAddresses(events).map(({ email }) => email);
  const isOwn = await findOwner(log, agentStream(agentId), events);
  const idsOf = (records: readonly AddressedRecord[]): string[] =>
    records.filter(({ agentId: owner, address, at }) => owner !== null || isOwn(address, at)).map(({ id }) => id);
  return {
    referrals: idsOf(await listReferralsOfPerson(db, agentId, emails)),
    enquiries: idsOf(await listEnquiriesOfPerson(db, agentId, emails)),
  };
}
