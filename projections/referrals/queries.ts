import { instant } from '@fynbos/domain/event-schema.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { agents } from '../agents/agents.ts';
import { columnOf, liveTable, rowsOf } from '../engine/read-model.ts';
import { referralRow, referrals } from './referrals.ts';

const AGENTS_TABLE = liveTable(agents);
const REFERRALS_TABLE = liveTable(referrals);

/** A referral as the referring agent sees it. */
export const ownReferral = z.object({
  id: z.string(),
  /** When a reminder may be sent (F4); null if none may be sent. */
  remindFrom: instant.nullable(),
  firstName: z.string(),
  surname: z.string(),
  emailAddress: z.string(),
  agencyName: z.string(),
  registrationStatus: z.string(),
  referredOn: z.string(),
  lastUpdated: z.string(),
});
type OwnReferral = z.output<typeof ownReferral>;

/** The referrals that an agent made, newest first. */
export const listReferralsBy = (db: Pool, agentId: number): Promise<readonly OwnReferral[]> =>
  rowsOf(
    db,
    `select id, "remindFrom", "firstName", surname, "emailAddress", "agencyName", "registrationStatus", "referredOn", "lastUpdated"
     from ${REFERRALS_TABLE} where "referredByAgentId" = $1 order by "referredOn" desc, id`,
    [agentId],
  );

/** A record with the address that it came from or names. `agentId` is null where it belongs to no agent yet. */
export interface AddressedRecord {
  readonly id: string;
  readonly agentId: number | null;
  readonly address: string;
  /** When the record was made (ISO 8601 UTC). */
  readonly at: string;
}

/** As a referred person, and those without an agent that name one of these addresses (lower case). */
export const listReferralsOfPerson = (
  db: Pool,
  agentId: number,
  emails: readonly string[],
): Promise<readonly AddressedRecord[]> =>
  rowsOf(
    db,
    `select id::text, "agentId", "emailAddress" as address, "referredOn" as at from ${REFERRALS_TABLE}
     where "agentId" = $1 or "agentId" is null and lower("emailAddress") = any($2)`,
    [agentId, emails],
  );

/** Generations followed in each direction, and referrals returned below an agent at most. */
const MAX_GENERATIONS = 12;
const MAX_REFERRALS = 500;

// Only a referral that led to a registration has an agent: an invitation alone is a leaf.
const REFERRED_BELOW_SQL = `with recursive below as (
    select r.*, 1 as generation from ${REFERRALS_TABLE} r where r."referredByAgentId" = $1
    union all
    select r.*, b.generation + 1 from below b join ${REFERRALS_TABLE} r on r."referredByAgentId" = b."agentId"
    where b.generation < $2
  )
  select id, "referredByAgentId" as parent, "agentId", trim("firstName" || ' ' || surname) as name, "agencyName",
    "registrationStatus", "referredOn", generation
  from below order by generation, "referredOn", id limit $3`;

const REFERRERS_ABOVE_SQL = `with recursive above as (
    select r."referredByAgentId", 1 as generation from ${REFERRALS_TABLE} r where r."agentId" = $1
    union all
    select r."referredByAgentId", a.generation + 1 from above a join ${REFERRALS_TABLE} r on r."agentId" = a."referredByAgentId"
    where a.generation < $2
  )
  select p.id as "agentId", trim(p."firstName" || ' ' || p.surname) as name, p."agencyName"
  from above a join ${AGENTS_TABLE} p on p.id = a."referredByAgentId" order by a.generation desc`;

export const referrer = z.object({ agentId: z.int(), name: z.string(), agencyName: z.string() });
export type Referrer = Readonly<z.output<typeof referrer>>;

export const referralBranch = z.object({
  id: z.string(),
  /** The agent who made the referral. */
  parent: z.int(),
  /** Null for an invitation that has not been accepted yet. */
  agentId: z.int().nullable(),
  name: z.string(),
  agencyName: z.string(),
  registrationStatus: referralRow.shape.registrationStatus,
  referredOn: z.string(),
  generation: z.int(),
});
export type ReferralBranch = Readonly<z.output<typeof referralBranch>>;

export const referralTreeSchema = z.object({
  /** The chain of referrers above the agent, the first referrer first. */
  above: z.array(referrer),
  below: z.array(referralBranch),
  /** Whether more referrals exist below than are returned. */
  more: z.boolean(),
});
export type ReferralTree = Readonly<z.output<typeof referralTreeSchema>>;

/** The referrals above and below an agent; null where there is no such agent. */
export async function referralTree(db: Pool, agentId: number): Promise<ReferralTree | null> {
  const { rowCount } = await db.query(`select from ${AGENTS_TABLE} where id = $1`, [agentId]);
  if (!rowCount) return null;
  const [above, below] = await Promise.all([
    rowsOf<Referrer>(db, REFERRERS_ABOVE_SQL, [agentId, MAX_GENERATIONS]),
    rowsOf<ReferralBranch>(db, REFERRED_BELOW_SQL, [agentId, MAX_GENERATIONS, MAX_REFERRALS + 1]),
  ]);
  return { above, below: below.slice(0, MAX_REFERRALS), more: below.length > MAX_REFERRALS };
}

/** The agents that this agent referred, and the agents who referred this one. */
export async function referralLinksOf(db: Pool, agentId: number): Promise<number[]> {
  const others = await columnOf<number>(
    db,
    'other',
    `select "referredByAgentId" as other from ${REFERRALS_TABLE} where "agentId" = $1
     union select "agentId" from ${REFERRALS_TABLE} where "referredByAgentId" = $1 and "agentId" is not null`,
    [agentId],
  );
  return others.filter((other) => other !== agentId);
}
