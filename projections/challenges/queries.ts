import type { Day } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import type { Pool } from 'pg';
import { agents } from '../agents/agents.ts';
import { liveTable, type ReadModelTable, rowOf, rowsOf } from '../engine/read-model.ts';
import { incentives } from '../incentives/incentives.ts';
import { type ChallengeRow, challenges } from './challenges.ts';

const CHALLENGES_TABLE = liveTable(challenges);
const AGENTS_TABLE = liveTable(agents);
const REWARDS_TABLE = liveTable(incentives);
/** The rewards that count: earned or paid ones; pending, declined and expired ones do not (H2). */
const IS_COUNTING_REWARD = `i.status in ('Earned', 'Paid')`;

/** All challenges, the latest first day first; from a table as of an instant if one is given. */
export const allChallenges = (db: Pool, { sql }: ReadModelTable): Promise<readonly ChallengeRow[]> =>
  rowsOf(db, `select * from ${sql} order by "from" desc, title, id`);

export async function challengeById(db: Pool, id: string): Promise<ChallengeRow> {
  const found = await rowOf<ChallengeRow>(db, `select * from ${CHALLENGES_TABLE} where id = $1`, [id]);
  if (!found) throw new DomainError('not-found', 'challenge.unknown', 'Challenge not found.');
  return found;
}

/** Challenges for all agents or for the agency that are not withdrawn and end on `endingFrom` or later. */
export const challengesFor = (db: Pool, iataNumber: string, endingFrom: Day): Promise<readonly ChallengeRow[]> =>
  rowsOf(
    db,
    `select * from ${CHALLENGES_TABLE} where not "isWithdrawn" and "to" >= $2 and ("iataNumber" is null or "iataNumber" = $1)
     order by "to", title, id`,
    [iataNumber, endingFrom],
  );

/** A period by invoice day, both ends included. */
export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

export interface RewardCount {
  readonly rentals: number;
  readonly nettCents: Cents;
}

/** An agent's counting rewards of each period, in order. */
export const countRewards = (db: Pool, agentId: number, periods: readonly DayRange[]): Promise<RewardCount[]> =>
  rowsOf(
    db,
    `select count(i."reservationNo")::int as rentals, coalesce(sum(i."nettCents"), 0)::float8 as "nettCents"
     from unnest($2::text[], $3::text[]) with ordinality as p(first, last, n)
     left join ${REWARDS_TABLE} i
       on i."agentId" = $1 and i."invoiceDate" >= p.first and i."invoiceDate" <= p.last and ${IS_COUNTING_REWARD}
     group by p.n order by p.n`,
    [agentId, periods.map(({ from }) => from), periods.map(({ to }) => to)],
  );

/** Names of agencies by IATA number, as their agents entered them. */
export async function agencyNames(db: Pool, iataNumbers: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOf<{ iataNumber: string; agencyName: string }>(
    db,
    `select "iataNumber", max("agencyName") as "agencyName" from ${AGENTS_TABLE} where "iataNumber" = any($1) group by 1`,
    [iataNumbers],
  );
  return new Map(rows.map(({ iataNumber, agencyName }) => [iataNumber, agencyName]));
}

/** How many active agents a challenge is for; how many of them have a counting reward, or reached the target. */
export interface ChallengeCounts {
  readonly participants: number;
  readonly started: number;
  readonly reached: number;
}

export interface ChallengeRank {
  readonly agentId: number;
  readonly firstName: string;
  readonly surname: string;
  readonly agencyName: string;
  /** Rewards, or cents nett. */
  readonly progress: number;
}

type Counting = Pick<ChallengeRow, 'from' | 'to' | 'measure' | 'target' | 'iataNumber'>;

/** Of an agent `a`; $4 is the agency of the challenge. */
const IS_PARTICIPANT = `a.status = 'active' and ($4::text is null or a."iataNumber" = $4)`;

const PROGRESS_SQL = `select a.id, case when $3::text = 'rentals' then count(*)::float8 else sum(i."nettCents")::float8 end as progress
   from ${REWARDS_TABLE} i join ${AGENTS_TABLE} a on a.id = i."agentId"
   where i."invoiceDate" >= $1 and i."invoiceDate" <= $2 and ${IS_COUNTING_REWARD} and ${IS_PARTICIPANT} group by a.id`;

const valuesOf = ({ from, to, measure, iataNumber }: Counting) => [from, to, measure, iataNumber];

/** The figures of a challenge over all its agents. */
export async function challengeCounts(db: Pool, challenge: Counting): Promise<ChallengeCounts> {
  const counts = await rowOf<ChallengeCounts>(
    db,
    `with progress as (${PROGRESS_SQL})
     select (select count(*)::int from ${AGENTS_TABLE} a where ${IS_PARTICIPANT}) as participants,
       count(*)::int as started, count(*) filter (where progress >= $5)::int as reached
     from progress`,
    [...valuesOf(challenge), challenge.target],
  );
  return counts as ChallengeCounts;
}

/** The active agents who are the furthest in a challenge. */
export const challengeRanking = (db: Pool, challenge: Counting, limit: number): Promise<readonly ChallengeRank[]> =>
  rowsOf(
    db,
    `with progress as (${PROGRESS_SQL})
     select a.id as "agentId", a."firstName", a.surname, a."agencyName", p.progress
     from progress p join ${AGENTS_TABLE} a on a.id = p.id order by p.progress desc, a.id limit $5`,
    [...valuesOf(challenge), limit],
  );
