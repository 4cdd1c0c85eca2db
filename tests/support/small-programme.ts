import { readFile } from 'node:fs/promises';
import path from 'node:path';
import request from 'supertest';
import { adminToken } from '../../services/api/testing/people.ts';
import { ADMIN, type RunningApp } from '../../services/api/testing/running-app.ts';
import { until } from '../../services/api/testing/until.ts';
import { withPortal } from '../environment/portal.ts';

const FOLDER = path.resolve(import.meta.dirname, '../fixtures/programme-60');
const textOf = (name: string): Promise<string> => readFile(path.join(FOLDER, name), 'utf8');

/** The master key of `runApp`, so that it can continue with the data of the processes. */
const MASTER_KEY = 'a master key for tests that has no value at all';

/** Sixty agents and the first events of programme-60. The processes end when `settled` resolves. */
export async function recordSmallProgramme(
  databaseUrl: string,
  events: number,
  settled?: () => Promise<unknown>,
): Promise<void> {
  const lines = (await textOf('rental-events.ndjson')).split('\n').slice(0, events);
  await withPortal(
    databaseUrl,
    ['api', 'reactors', 'workers'],
    async (portal) => {
      await portal.call('POST', 'admin/import', await textOf('programme.ndjson'));
      const answer = await fetch(`${portal.url}/api/integrations/rental-events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${portal.apiKey}`, 'content-type': 'application/x-ndjson' },
        body: lines.join('\n'),
      });
      const { summary } = JSON.parse((await answer.text()).trimEnd().split('\n').at(-1) ?? '{}');
      if (!summary?.recorded) throw new Error('the rental events were not recorded');
      await settled?.();
    },
    { MASTER_KEY },
  );
}

/** Both reports of finance, when every read model and reaction is up to date. */
export async function reportsOf(running: RunningApp): Promise<{ rewards: string; balances: string }> {
  const token = await adminToken(running, ADMIN);
  const report = async (name: string): Promise<string> => {
    const answer = await request(running.app)
      .get(`/api/admin/reports/${name}.csv`)
      .auth(token, { type: 'bearer' })
      .buffer(true)
      .parse((response, done) => {
        let text = '';
        response.on('data', (chunk) => {
          text += String(chunk);
        });
        response.on('end', () => done(null, text));
      });
    return answer.body as string;
  };
  await caughtUp(running);
  return { rewards: await report('rewards'), balances: await report('balances') };
}

/** Waits until every subscription has reached the head and the head no longer changes. */
const caughtUp = ({ store, pool }: RunningApp): Promise<boolean> =>
  until(async () => {
    const head = await store.head();
    const { rows } = await pool.query<{ behind: number }>(
      `select count(*)::int as behind from engine.checkpoints where "position" is null or "position" < $1`,
      [head],
    );
    return rows[0]?.behind === 0 && (await store.head()) === head;
  }, 180_000);
