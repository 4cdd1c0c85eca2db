import { agentStream } from '@fynbos/domain/agent/agent.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import type pg from 'pg';
import { findOwner, ownAddresses } from './addresses.ts';

interface Row {
  readonly id: string;
  readonly agentId: number | null;
  readonly address: string;
  readonly at: string;
}

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
  const idsIn = async (table: string, address: string, at: string): Promise<string[]> => {
    const { rows } = await db.query<Row>(
      `select id::text, "agentId", "${address}" as address, "${at}" as at from ${table}
       where "agentId" = $1 or "agentId" is null and lower("${address}") = any($2)`,
      [agentId, emails],
    );
    return rows.filter((row) => row.agentId !== null || isTheirs(row.address, row.at)).map(({ id }) => id);
  };
  return {
    referrals: await idsIn(readModelTable(referrals).sql, 'emailAddress', 'referredOn'),
    enquiries: await idsIn(readModelTable(enquiries).sql, 'email', 'dateCreated'),
  };
}
