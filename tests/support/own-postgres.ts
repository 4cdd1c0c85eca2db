import { rm } from 'node:fs/promises';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../scripts/supervisor/postgres/embedded-postgres.ts';
import { postgresFolder } from './memory-folder.ts';

/** For tests that must not share a server. `stop` also removes its data. */
export async function ownPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await postgresFolder('fynbos-test-');
  const server = await startEmbeddedPostgres({
    folder: path.join(folder, 'postgres'),
    password: 'test',
    database: 'postgres',
    durability: 'throw-away',
    // All workers share a server; three workers with integration suites used up to 187 sessions.
    settings: { max_connections: '600', min_wal_size: '80MB', max_wal_size: '512MB' },
  });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
