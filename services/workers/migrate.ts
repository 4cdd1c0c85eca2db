import { assertMayMigrate } from '@fynbos/event-store/own-log/own-log.ts';
import { accessOf, ensureRoles, grantToApp } from '@fynbos/platform/database-roles.ts';
import { createPool, isUnavailable } from '@fynbos/platform/postgres.ts';
import { runService } from '@fynbos/platform/service-process.ts';
import { retryDuringStart } from '@fynbos/platform/start-retries.ts';
import { migrateAll } from './migrate-all.ts';

/**
 * Runs before every other process: creates roles, migrates as owner, grants the processes' role its rights
 * (docs/decisions/0038).
 */
await runService('migrations', async ({ config, logger }) => {
  const access = accessOf(config);
  const { adminDatabaseUrl: adminUrl, replicationDatabaseUrl: replicationUrl } = config;
  if (adminUrl !== null)
    await retryDuringStart(() => ensureRoles({ ...access, adminUrl, replicationUrl }), isUnavailable);
  const onIdleError = (err: Error) => logger.warn({ err }, 'a Postgres session was closed');
  const db = createPool(access.ownerUrl, { applicationName: 'migrations', max: 2, onIdleError });
  try {
    await assertMayMigrate(config, db);
    await migrateAll(db, config);
    await grantToApp(access);
  } finally {
    await db.end();
  }
  return { stop: async () => undefined };
});
process.exit(0);
