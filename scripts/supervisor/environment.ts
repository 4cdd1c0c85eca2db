import { randomBytes } from 'node:crypto';
import { type Config, loadConfig, withoutBlanks } from '@fynbos/platform/config/config.ts';
import { choosePort, StartRefused } from './ports.ts';
import type { Secrets } from './secrets.ts';

/** Checks an environment before its embedded Postgres is started. Throws `InvalidSettings`. */
export const checkEnvironment = (settings: NodeJS.ProcessEnv): Config =>
  loadConfig({ DATABASE_URL: 'postgres://to-be-started', ...withoutBlanks(settings) });

/** Given settings, generated secrets and a free port. Throws `InvalidSettings`, `StartRefused`. */
export async function processEnvironment(
  settings: NodeJS.ProcessEnv,
  dataDir: string,
  secrets: Secrets,
): Promise<NodeJS.ProcessEnv> {
  const named = withoutBlanks(settings);
  const env: NodeJS.ProcessEnv = { ...secrets.environment, ...named, DATA_DIR: dataDir };
  // Reports everything that the processes would refuse, before any of them starts.
  const config = checkEnvironment(env);
  const port = await choosePort(config.port, { mayMove: !named.PORT });
  if (port === null) {
    throw new StartRefused(
      `PORT ${config.port} is in use. Free it, or choose another: PORT=${config.port + 1} ./scripts/start`,
    );
  }
  // Generated at each start and not stored. It lets the demo loader set the time of its calls.
  const demoSecret = config.demo.enabled ? { DEMO_SECRET: randomBytes(32).toString('base64url') } : {};
  return { ...env, ...demoSecret, PORT: String(port) };
}

/** The environment of all processes but the migrations: without the addresses of roles that own tables. */
export function withoutOwners(all: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const {
    MIGRATION_DATABASE_URL: _owner,
    ADMIN_DATABASE_URL: _admin,
    REPLICATION_DATABASE_URL: _replica,
    ...env
  } = all;
  return env;
}
