import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Config, loadConfig } from '@fynbos/platform/config.ts';
import { clusterFolder } from './supervisor/data-folder.ts';
import { runningPostmaster } from './supervisor/postmaster.ts';
import { keepSecrets } from './supervisor/secrets.ts';

/** There is no running product to work on; the message says what to do. */
export class NotRunning extends Error {
  override readonly name = 'NotRunning';
}

/**
 * The settings of the product that runs here: what the environment names, and for the rest what `./scripts/start` keeps in
 * DATA_DIR (secrets, and the address of the Postgres that it started). Throws `NotRunning` and `ConfigError`.
 */
export async function instanceConfig(env: NodeJS.ProcessEnv, root: string): Promise<Config> {
  const named = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  if (named.NODE_ENV === 'production') return loadConfig(named);
  const dataDir = path.resolve(named.DATA_DIR ?? path.join(root, '.data'));
  if (named.DATABASE_URL && named.MASTER_KEY && named.JWT_SECRET) return loadConfig(named);
  const there = await readFile(path.join(dataDir, 'secrets.json')).catch(() => null);
  if (!there)
    throw new NotRunning(`Nothing was ever started in ${dataDir}. Run ./scripts/start first, or name its DATA_DIR.`);
  const secrets = await keepSecrets(dataDir, named);
  const databaseUrl = named.DATABASE_URL ?? (await startedPostgres(dataDir, secrets.postgresPassword));
  return loadConfig({ ...secrets.environment, ...named, DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
}

async function startedPostgres(dataDir: string, password: string): Promise<string> {
  const { folder } = await clusterFolder(dataDir);
  if ((await runningPostmaster(folder)) === null) {
    throw new NotRunning(`The product in ${dataDir} is not running. Run ./scripts/start first, or name DATABASE_URL.`);
  }
  // Its fourth line is the port.
  const port = (await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[3];
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/fynbos`;
}
