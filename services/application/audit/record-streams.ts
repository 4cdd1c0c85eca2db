import { ACB_FILES_STREAM } from '@fynbos/domain/acb-files/acb-files.ts';
import { BANK_LIST_STREAM } from '@fynbos/domain/bank-list/bank-list.ts';
import { BUSINESS_DAYS_STREAM } from '@fynbos/domain/business-days/extra-days.ts';
import { DUTIES_STREAM } from '@fynbos/domain/duties/duties.ts';
import { LEDGER_EXPORT_STREAM } from '@fynbos/domain/ledger-export/ledger-export.ts';
import { PAYOUT_LIMITS_STREAM } from '@fynbos/domain/payout-limits/payout-limits.ts';
import { SARS_RULES_STREAM } from '@fynbos/domain/tax/sars-rules.ts';
import { UNPAIDS_STREAM } from '@fynbos/domain/unpaids/unpaids-layout.ts';
import { approvals } from '@fynbos/projections/approvals/approvals.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import type { Pool } from 'pg';
import { aggregates } from './aggregates.ts';

const SINGLE: Readonly<Record<string, string>> = {
  'acb-files': ACB_FILES_STREAM,
  'bank-list': BANK_LIST_STREAM,
  'sars-rules': SARS_RULES_STREAM,
  'business-days': BUSINESS_DAYS_STREAM,
  duties: DUTIES_STREAM,
  'ledger-exports': LEDGER_EXPORT_STREAM,
  'payout-limits': PAYOUT_LIMITS_STREAM,
  'unpaids-layout': UNPAIDS_STREAM,
};

/** The streams of a record, by its REST resource and id, for example `travel-agents/7`. Empty for an unknown one. */
export function streamsOfRecord(record: string): string[] {
  const [resource = '', id = ''] = record.split('/');
  const single = SINGLE[resource];
  if (single) return [single];
  const aggregate = aggregates.find((one) => one.resource === resource);
  if (!aggregate) return [];
  const own = aggregate.streamOf(id);
  return resource === 'travel-agents' ? [own, `rewards-account-${id}`] : [own];
}

const sql = (projection: Parameters<typeof readModelTable>[0]): string => readModelTable(projection).sql;

/**
 * The streams of a record and of what is about it: its approvals, and for an agent and a reservation the enquiries, for
 * an agent also the referrals.
 */
export async function streamsAboutRecord(db: Pool, record: string): Promise<string[]> {
  const [resource, id = ''] = record.split('/');
  const agentId = resource === 'travel-agents' && /^\d{1,9}$/.test(id) ? Number(id) : null;
  const reservationNo = resource === 'rewards' ? id : null;
  const { rows } = await db.query<{ stream: string }>(
    `select 'approval-' || id as stream from ${sql(approvals)} where subject = $1
     union all select 'enquiry-' || id from ${sql(enquiries)} where "agentId" = $2 or "reservationNo" = $3
     union all select 'referral-' || id from ${sql(referrals)} where "referredByAgentId" = $2 or "agentId" = $2`,
    [record, agentId, reservationNo],
  );
  return [...streamsOfRecord(record), ...rows.map(({ stream }) => stream)];
}
