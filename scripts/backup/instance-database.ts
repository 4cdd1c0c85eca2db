import path from 'node:path';
import { type Config, loadConfig } from '@fynbos/platform/config/config.ts';
import { embeddedAccess, ensureRoles, grantToApp } from '@fynbos/platform/database-roles.ts';
import { adviceToName, instanceConfig, instanceFolder, NotRunning } from '../instance.ts';
import { clusterFolder, makeDataFolder } from '../supervisor/data-folder.ts';
import { takeLock } from '../supervisor/folder-lock.ts';
import { startEmbeddedPostgres } from '../supervisor/postgres/embedded-postgres.ts';
import { hasSecrets, keepSecrets } from '../supervisor/secrets.ts';

/**
 * That of the environment, the running one of DATA_DIR, or its embedded Postgres, started for the work. DATA_DIR must
 * have the secrets: personal data needs the master key. Throws `NotRunning` and `InvalidSettings`.
 */
export async function onInstanceDatabase<Result>(work: (config: Config) => Promise<Result>): Promise<Result> {
  let running: Config;
  try {
    running = await instanceConfig();
  } catch (error) {
    if (!(error instanceof NotRunning)) throw error;
    return onStoppedInstance(work);
  }
  return work(running);
}

async function onStoppedInstance<Result>(work: (config: Config) => Promise<Result>): Promise<Result> {
  const { env } = process;
  const dataDir = instanceFolder();
  if (!hasSecrets(dataDir))
    throw new NotRunning(
      `${dataDir} contains no secrets.json. Copy the one that belongs to the data. ${adviceToName()}`,
    );
  await makeDataFolder(dataDir);
  const lock = await takeLock(path.join(dataDir, 'lock'));
  if ('heldBy' in lock) throw new NotRunning(`Process ${lock.heldBy} uses ${dataDir}. Stop it first.`);
  try {
    const secrets = await keepSecrets(dataDir, env);
    const { folder } = await clusterFolder(dataDir);
    const server = await startEmbeddedPostgres({
      folder,
      password: secrets.postgresPassword,
      database: 'fynbos',
      durability: 'durable',
    });
    try {
      const access = embeddedAccess(server.url);
      await ensureRoles(access);
      await grantToApp(access);
      const database = { DATABASE_URL: access.appUrl, MIGRATION_DATABASE_URL: access.ownerUrl };
      return await work(loadConfig({ ...secrets.environment, ...env, DATA_DIR: dataDir, ...database }));
    } finally {
      await server.stop();
    }
  } finally {
    await lock.release();
  }
}
