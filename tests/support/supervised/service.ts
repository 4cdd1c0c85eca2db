import { once } from 'node:events';
import { createServer } from 'node:http';
import { createPool } from '@fynbos/platform/postgres.ts';
import { runService } from '@fynbos/platform/service-process.ts';

/** Counts visits in Postgres: `GET /` answers `{pid, supervisor, visits, masterKey}`, `GET /crash` crashes. */
await runService('api', async ({ config, logger }) => {
  const pool = createPool(config.databaseUrl, { applicationName: 'api' });
  // The role of the processes owns read models and cannot create tables in `public`.
  await pool.query('create schema if not exists rm_visits; create table if not exists rm_visits.visit (n int)');
  const server = createServer((request, response) => {
    if (request.url === '/crash') throw new Error('crashed on demand');
    pool
      .query(
        'with added as (insert into rm_visits.visit values (1)) select count(*)::int + 1 as visits from rm_visits.visit',
      )
      .then(
        ({ rows }) => {
          const { masterKey } = config;
          response.end(JSON.stringify({ pid: process.pid, supervisor: process.ppid, masterKey, ...rows[0] }));
        },
        () => response.writeHead(503).end('{}'),
      );
  });
  server.listen(config.port);
  await once(server, 'listening');
  logger.info({ port: config.port }, 'listening');
  return {
    signIns: [{ label: 'Agent', email: 'agent@example.com', password: 'demo' }],
    async stop() {
      server.closeAllConnections();
      server.close();
      await pool.end();
      logger.info('stopped in order');
    },
  };
});
