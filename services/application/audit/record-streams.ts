import { ACB_FILES_STREAM } from '@fynbos/domain/acb-files/acb-files.ts';
import { BANK_LIST_STREAM } from '@fynbos/domain/bank-list/bank-list.ts';
import { BUSINESS_DAYS_STREAM } from '@fynbos/domain/business-days/extra-days.ts';
import { DUTIES_STREAM } from '@fynbos/domain/duties/duties.ts';
import { LEDGER_EXPORT_STREAM } from '@fynbos/domain/ledger-export/ledger-export.ts';
import { PAYOUT_LIMITS_STREAM } from '@fynbos/domain/payout-limits/payout-limits.ts';
import { SARS_RULES_STREAM } from '@fynbos/domain/tax/sars-rules.ts';
import { UNPAIDS_STREAM } from '@fynbos/domain/unpaids/unpaids-layout.ts';
import { streamsNaming } from '@fynbos/projections/audit-log/records.ts';
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

/**
 * The streams of a record and of what is about it: its approvals, and for an agent and a reservation the enquiries, for
 * an agent also the referrals.
 */
export async function streamsAboutRecord(db: Pool, record: string): Promise<string[]> {
  const [resource, id = ''] = record.split('/');
  const agentId = resource === 'travel-agents' && /^\d{1,9}$/.test(id) ? Number(id) : null;
  const reservationNo = resource === 'rewards' ? id : null;
  return [...streamsOfRecord(record), ...(await streamsNaming(db, { record, agentId, reservationNo }))];
}
