import { createPool } from '@fynbos/platform/postgres.ts';
import { runService } from '@fynbos/platform/service-process.ts';

await runService('workers', async ({ config, logger }) => {
  const pool = createPool(config.databaseUrl, { applicationName: 'workers' });
  await pool.query('select 1');
  return {
    async stop() {
      await pool.query('select 1');
      await pool.end();
      logger.info('stopped in order');
    },
  };
});
