import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Config, ConfigError, loadConfig } from '@fynbos/platform/config.ts';
import { embeddedAccess } from '@fynbos/platform/database-roles.ts';
import { withSecretFiles } from '@fynbos/platform/secret-files.ts';
import { clusterFolder } from './supervisor/data-folder.ts';
import { runningPostmaster } from './supervisor/postmaster.ts';
import { keepSecrets } from './supervisor/secrets.ts';

/** There is no running product to work on; the message says what to do. */
export class NotRunning extends Error {
  override readonly name = 'NotRunning';
}

/** What a database takes to be worked on: what opens it, and what opens what is sealed in it. */
const NEEDED = ['DATABASE_URL', 'MASTER_KEY'] as const;

/** The other way, for where DATA_DIR does not hold what is needed: what has to be named in its place, and what of it is not. */
export function orNamed(env: NodeJS.ProcessEnv): string {
  const missing = NEEDED.filter((name) => !env[name]?.trim());
  return `Or name ${NEEDED.join(' and ')}: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`;
}

/**
 * The settings of the product that runs here: what the environment names, and for the rest what `./scripts/start` keeps in
 * DATA_DIR (secrets, and the address of the Postgres that it started). No command signs anybody in: where no JWT_SECRET is
 * named there is one that nobody knows. Throws `NotRunning` and `ConfigError`.
 */
export async function instanceConfig(environment: NodeJS.ProcessEnv, root: string): Promise<Config> {
  const { env, problems } = withSecretFiles(environment);
  if (problems.length > 0) throw new ConfigError(problems);
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const named: NodeJS.ProcessEnv = { JWT_SECRET: randomBytes(32).toString('base64url'), ...given };
  if (named.NODE_ENV === 'production') return loadConfig(named);
  const dataDir = path.resolve(named.DATA_DIR ?? path.join(root, '.data'));
  const there = await readFile(path.join(dataDir, 'secrets.json')).catch(() => null);
  // Where both are named and there are secrets too, these may hold a master key more, while it is changed.
  if (NEEDED.every((name) => named[name]) && (given.JWT_SECRET || !there)) return loadConfig(named);
  if (!there)
    throw new NotRunning(
      `Nothing was ever started in ${dataDir}. Run ./scripts/start first, or name its DATA_DIR. ${orNamed(env)}`,
    );
  const secrets = await keepSecrets(dataDir, named);
  const database = named.DATABASE_URL ? {} : await startedPostgres(dataDir, secrets.postgresPassword);
  return loadConfig({ ...secrets.environment, ...named, DATA_DIR: dataDir, ...database });
}

/** As the roles that the running start created; no command needs the superuser. */
async function startedPostgres(dataDir: string, password: string): Promise<NodeJS.ProcessEnv> {
  const { folder } = await clusterFolder(dataDir);
  if ((await runningPostmaster(folder)) === null) {
    throw new NotRunning(`The product in ${dataDir} is not running. Run ./scripts/start first, or name DATABASE_URL.`);
  }
  // Its fourth line is the port.
  const port = (await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[3];
  const { appUrl, ownerUrl } = embeddedAccess(
    `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/fynbos`,
  );
  return { DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl };
}
