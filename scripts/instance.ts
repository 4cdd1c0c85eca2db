import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Config, loadConfig } from '@fynbos/platform/config/config.ts';
import { embeddedAccess } from '@fynbos/platform/database-roles.ts';
import { clusterFolder, dataDirOf } from './supervisor/data-folder.ts';
import { runningPostmaster } from './supervisor/postgres/postmaster.ts';
import { hasSecrets, keepSecrets } from './supervisor/secrets.ts';

/** No portal to work on; the message says what to do. */
export class NotRunning extends Error {
  override readonly name = 'NotRunning';
}

/** The folder of the portal on which a command works. */
export const instanceFolder = (): string => dataDirOf(process.env, path.resolve(import.meta.dirname, '..'));

/** The settings that a command needs: the database and the key that decrypts its data. */
const REQUIRED_SETTINGS = ['DATABASE_URL', 'MASTER_KEY'] as const;

/** The advice for a DATA_DIR without secrets: the variables to set instead, and which of them are missing. */
export function adviceToName(): string {
  const missing = REQUIRED_SETTINGS.filter((name) => !process.env[name]);
  return `Or set ${REQUIRED_SETTINGS.join(' and ')}: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`;
}

/**
 * The environment, completed by DATA_DIR (secrets, address of the embedded Postgres). A missing JWT_SECRET is random,
 * because no command signs a person in. Throws `NotRunning` and `InvalidSettings`.
 */
export async function instanceConfig(): Promise<Config> {
  const { env } = process;
  const named: NodeJS.ProcessEnv = { JWT_SECRET: randomBytes(32).toString('base64url'), ...env };
  if (named.NODE_ENV === 'production') return loadConfig(named);
  const dataDir = instanceFolder();
  // If secrets.json exists too, it may contain another master key during a rotation.
  if (REQUIRED_SETTINGS.every((name) => named[name]) && (env.JWT_SECRET || !hasSecrets(dataDir)))
    return loadConfig(named);
  if (!hasSecrets(dataDir))
    throw new NotRunning(
      `No portal was ever started in ${dataDir}. Run ./scripts/start first, or set its DATA_DIR. ${adviceToName()}`,
    );
  const secrets = await keepSecrets(dataDir, named);
  const database = named.DATABASE_URL ? {} : await startedPostgres(dataDir, secrets.postgresPassword);
  return loadConfig({ ...secrets.environment, ...named, DATA_DIR: dataDir, ...database });
}

/** Addresses with the roles that the start script created; no command needs the superuser. */
async function startedPostgres(dataDir: string, password: string): Promise<NodeJS.ProcessEnv> {
  const { folder } = await clusterFolder(dataDir);
  if ((await runningPostmaster(folder)) === null) {
    throw new NotRunning(`The portal in ${dataDir} is not running. Run ./scripts/start first, or set DATABASE_URL.`);
  }
  // The fourth line is the port.
  const port = (await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[3];
  const { appUrl, ownerUrl } = embeddedAccess(
    `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/fynbos`,
  );
  return { DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl };
}
