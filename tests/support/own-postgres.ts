import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../scripts/supervisor/postgres/embedded-postgres.ts';
import { othersMayEnter } from '../../scripts/supervisor/postgres/unprivileged.ts';

/**
 * Starts a Postgres for tests that must not share a server with other suites. `stop` also removes its data.
 */
export async function ownPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const base = (await othersMayEnter(tmpdir())) ? tmpdir() : '/tmp';
  const folder = await mkdtemp(path.join(base, 'fynbos-test-'));
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({
    folder: path.join(folder, 'postgres'),
    password: 'test',
    database: 'postgres',
    durability: 'throw-away',
    // All workers share a server; three workers with integration suites used up to 187 sessions.
    settings: { max_connections: '600' },
  });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
