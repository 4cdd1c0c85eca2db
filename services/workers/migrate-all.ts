import { migrateApplication } from '@fynbos/application/migrate.ts';
import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import type { Config } from '@fynbos/platform/config/config.ts';
import { migrateKeys } from '@fynbos/platform/crypto/keys.ts';
import type pg from 'pg';

/** Every schema of the owner role, also the event log in Postgres, so that no other process needs its rights. */
export async function migrateAll(db: pg.Pool, { eventStoreUrl }: Pick<Config, 'eventStoreUrl'>): Promise<void> {
  if (eventStoreUrl === null) await migrateEventStore(db);
  await migrateKeys(db);
  await migrateApplication(db);
}
