import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../scripts/supervisor/ports.ts';
import { invoiceMaker, programme } from './environment/invoices.ts';
import { withPortal } from './environment/portal.ts';
import { type FreshDatabase, installedDatabase } from './support/database.ts';

const FOLDER = path.resolve(import.meta.dirname, '../scripts/docker/observe');
let database: FreshDatabase;
beforeAll(async () => {
  database = await installedDatabase();
});
afterAll(() => database.drop());

const namesIn = (text: string): string[] => [...new Set(text.match(/\b(?:fynbos|process|nodejs)_\w+/g))];

test('the processes report every metric that the dashboard and alerts use', async () => {
  const wanted = [await readFile(`${FOLDER}/dashboard.json`, 'utf8'), await readFile(`${FOLDER}/alerts.yml`, 'utf8')];
  const metricsPort = await freePort();
  const make = await invoiceMaker();
  await withPortal(
    database.url,
    ['api', 'workers'],
    async (portal) => {
      await portal.call('POST', 'admin/import', await programme());
      const sent = await fetch(`${portal.url}/api/integrations/rental-events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${portal.apiKey}`, 'content-type': 'application/x-ndjson' },
        body: JSON.stringify(make(0)),
      });
      expect(await sent.text()).toContain('"recorded":1');
      const scrape = async (url: string) => (await fetch(`${url}/metrics`)).text();
      const workers = `http://127.0.0.1:${metricsPort}`;
      await expect.poll(() => scrape(workers)).toContain('fynbos_taken_events_total{follower="incentives"');
      // A scrape leaves out figures that a busy machine does not give within two seconds.
      let metrics = '';
      const missing = async () => {
        metrics = `${await scrape(portal.url)}\n${await scrape(workers)}`;
        return namesIn(wanted.join('\n')).filter((name) => !new RegExp(`^${name}[{ ]`, 'm').test(metrics));
      };
      await expect.poll(missing).toEqual([]);
      // An alert on a metric that no process reports would never fire.
      const ofWorkers = await scrape(workers);
      const ofApi = namesIn(wanted[1] as string).filter(
        (name) => !new RegExp(`^# TYPE ${name.replace(/_(count|bucket)$/, '')} `, 'm').test(ofWorkers),
      );
      expect(ofApi).toContain('fynbos_lag_seconds');
      expect(ofApi.filter((name) => !wanted[1]?.includes(`absent(${name})`))).toEqual([]);
      expect(metrics).toMatch(/fynbos_call_seconds_count\{.*route="\/api\/integrations\/rental-events".*\} 1/);
      // Routes appear as patterns; no metric contains a person or an id.
      expect(metrics).not.toMatch(/@|%40/);
    },
    { METRICS_PORT: String(metricsPort) },
  );
});
