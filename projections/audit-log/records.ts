import type { Pool } from 'pg';
import { agents } from '../agents/agents.ts';
import { approvals } from '../approvals/approvals.ts';
import { challenges } from '../challenges/challenges.ts';
import { columnOf, liveTable, rowsOf } from '../engine/read-model.ts';
import { enquiries } from '../enquiries/enquiries.ts';
import { integrators } from '../integrators/integrators.ts';
import { payouts } from '../payouts/payouts.ts';
import { promotions } from '../promotions/promotions.ts';
import { referrals } from '../referrals/referrals.ts';

/** The queries of names by ids, by kind of stream. */
const NAMES: Readonly<Record<string, string>> = {
  agent: `select id::text, concat_ws(' ', title, "firstName", surname) as name from ${liveTable(agents)} where id::text = any($1)`,
  promotion: `select id, "promoCode" as name from ${liveTable(promotions)} where id = any($1)`,
  challenge: `select id, title as name from ${liveTable(challenges)} where id = any($1)`,
  enquiry: `select id::text, "referenceNumber" as name from ${liveTable(enquiries)} where id::text = any($1)`,
  integrator: `select id, name from ${liveTable(integrators)} where id = any($1)`,
  'payout-run': `select id, reference as name from ${liveTable(payouts)} where id = any($1)`,
};

/** The read models with names of records. */
export const NAMED_MODELS: readonly string[] = [agents, promotions, challenges, enquiries, integrators, payouts].map(
  ({ name }) => name,
);

/** Those, and the read models of approvals and referrals about a record. */
export const RECORD_MODELS: readonly string[] = [...NAMED_MODELS, approvals.name, referrals.name];

export interface RecordName {
  readonly id: string;
  readonly name: string;
}

/** The names of records of a kind of stream; none for a kind without names. */
export async function recordNames(db: Pool, kind: string, ids: readonly string[]): Promise<readonly RecordName[]> {
  const query = NAMES[kind];
  return query === undefined ? [] : rowsOf(db, query, [ids]);
}

/** Approvals about a record, enquiries about an agent or a reservation, and an agent's referrals. */
export const streamsNaming = (
  db: Pool,
  about: { readonly record: string; readonly agentId: number | null; readonly reservationNo: string | null },
): Promise<readonly string[]> =>
  columnOf(
    db,
    'stream',
    `select 'approval-' || id as stream from ${liveTable(approvals)} where subject = $1
     union all select 'enquiry-' || id from ${liveTable(enquiries)} where "agentId" = $2 or "reservationNo" = $3
     union all select 'referral-' || id from ${liveTable(referrals)} where "referredByAgentId" = $2 or "agentId" = $2`,
    [about.record, about.agentId, about.reservationNo],
  );
