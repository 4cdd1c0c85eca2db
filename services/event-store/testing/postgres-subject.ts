import pg from 'pg';
import { freshDatabase } from '../../../tests/support/database.ts';
import { appendInOneCall } from '../postgres/append.ts';
import { migrateEventStore } from '../postgres/migrate.ts';
import { postgresEventStore } from '../postgres/postgres.ts';
import { newEvent, type Subject } from './contract/support.ts';
import type { TransactionalSubject } from './contract/transactions.ts';

/** Opens two stores on one fresh database, each with its own pool. */
export async function openPostgresSubject(): Promise<Subject & TransactionalSubject & { pool: pg.Pool }> {
  const database = await freshDatabase();
  const pools = [1, 2].map(() => new pg.Pool({ connectionString: database.url, max: 6, application_name: 'store' }));
  const [pool, otherPool] = pools as [pg.Pool, pg.Pool];
  await Promise.all(pools.map(migrateEventStore));
  const store = postgresEventStore({ db: pool });
  const other = postgresEventStore({ db: otherPool });
  return {
    store,
    other,
    pool,
    cut: async () => {
      await database
        .pool()
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'store'`,
        );
    },
    slowAppend: async (streamId) => {
      const client = await database.pool().connect();
      await client.query('begin');
      const [outcome] = await appendInOneCall(client, [{ streamId, expected: 'no-stream', events: [newEvent()] }]);
      if (!outcome?.ok) throw new Error('the slow append was refused');
      const end = async (how: 'commit' | 'rollback') => {
        await client.query(how);
        client.release();
      };
      return { commit: () => end('commit'), rollback: () => end('rollback') };
    },
    close: async () => {
      await Promise.all([store.close(), other.close()]);
      await Promise.all(pools.map((each) => each.end()));
      await database.drop();
    },
  };
}
