import { migrateAudit } from '@fynbos/application/audit/schema.ts';
import { migrateAuth } from '@fynbos/application/auth/schema.ts';
import { migrateComparisons } from '@fynbos/application/comparison/store.ts';
import { migrateDaily } from '@fynbos/application/daily.ts';
import { migrateEnquiryFiles } from '@fynbos/application/enquiries/files.ts';
import { migrateCalls } from '@fynbos/application/integrators/calls-schema.ts';
import { migrateNotices } from '@fynbos/application/notices/schema.ts';
import { migrateFinance } from '@fynbos/application/payouts/bank-files/file-store.ts';
import { migrateLists } from '@fynbos/application/reconciliation/list-store.ts';
import { migrateSimulations } from '@fynbos/application/simulation/record.ts';
import { migrateWebhooks } from '@fynbos/application/webhooks/delivery-queries.ts';
import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import type { Config } from '@fynbos/platform/config/config.ts';
import { migrateKeys } from '@fynbos/platform/crypto/keys.ts';
import type pg from 'pg';

const MIGRATIONS = [
  migrateKeys,
  migrateAuth,
  migrateNotices,
  migrateEnquiryFiles,
  migrateSimulations,
  migrateComparisons,
  migrateWebhooks,
  migrateAudit,
  migrateLists,
  migrateDaily,
  migrateCalls,
  migrateFinance,
];

/**
 * Migrates every schema of the owner role to this release, so that no other process needs its rights, including the
 * event log if it is in Postgres. Throws Postgres errors; completed migrations remain.
 */
export async function migrateAll(db: pg.Pool, { eventStoreUrl }: Pick<Config, 'eventStoreUrl'>): Promise<void> {
  if (eventStoreUrl === null) await migrateEventStore(db);
  for (const migrate of MIGRATIONS) await migrate(db);
}
