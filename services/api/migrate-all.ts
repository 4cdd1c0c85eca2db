import { migrateEventStore } from '@fynbos/event-store/postgres.ts';
import type { Config } from '@fynbos/platform/config.ts';
import { migrateKeys } from '@fynbos/platform/keys.ts';
import { migrateAudit } from '@fynbos/reactors/audit/schema.ts';
import { migrateDaily } from '@fynbos/reactors/daily.ts';
import { migrateCalls } from '@fynbos/reactors/integrator-calls/schema.ts';
import { migrateNotices } from '@fynbos/reactors/notices/schema.ts';
import { migrateFinance } from '@fynbos/reactors/payouts/file-store.ts';
import { migrateLists } from '@fynbos/reactors/reconciliation/list-store.ts';
import { migrateWhatIf } from '@fynbos/reactors/simulation/schema.ts';
import { migrateWebhooks } from '@fynbos/reactors/webhooks/schema.ts';
import type pg from 'pg';
import { migrateAuth } from './auth/schema.ts';

const MIGRATIONS = [
  migrateKeys,
  migrateAuth,
  migrateNotices,
  migrateWhatIf,
  migrateWebhooks,
  migrateAudit,
  migrateLists,
  migrateDaily,
  migrateCalls,
  migrateFinance,
];

/**
 * Brings every schema that the owner role owns to this release, so that no process needs its rights. The event log only
 * where it lies in Postgres. Throws what Postgres throws; what ran before stays.
 */
export async function migrateAll(db: pg.Pool, { eventStoreUrl }: Pick<Config, 'eventStoreUrl'>): Promise<void> {
  if (eventStoreUrl === null) await migrateEventStore(db);
  for (const migrate of MIGRATIONS) await migrate(db);
}
