import { migrateDaily } from '@fynbos/platform/daily-jobs.ts';
import type pg from 'pg';
import { migrateAudit } from './audit/schema.ts';
import { migrateAuth } from './auth/schema.ts';
import { migrateComparisons } from './comparison/store.ts';
import { migrateEnquiryFiles } from './enquiries/files.ts';
import { migrateCalls } from './integrators/calls-schema.ts';
import { migrateNotices } from './notices/schema.ts';
import { migrateFinance } from './payouts/bank-files/file-store.ts';
import { migrateLists } from './reconciliation/list-store.ts';
import { migrateSimulations } from './simulation/simulation-schema.ts';
import { migrateWebhooks } from './webhooks/deliveries.ts';

const MIGRATIONS = [
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

/** Migrates the tables of the application to this release. Throws Postgres errors; completed migrations remain. */
export async function migrateApplication(db: pg.Pool): Promise<void> {
  for (const migrate of MIGRATIONS) await migrate(db);
}
