import { once } from 'node:events';
import http from 'node:http';
import { VISITOR } from '@fynbos/application/caller.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Exports } from '../http/exports.ts';
import { watchedRead } from '../testing/alive.ts';
import { dashboard } from '../testing/call.ts';
import { listen } from '../testing/listening.ts';
import { adminToken } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';
import { streamList } from './export.ts';

let running: RunningApp;
beforeAll(async () => {
  running = await runApp({ quiet: true });
});
afterAll(() => running.close());

test('a reader that disconnects in the middle of a complete list leaves no session and no transaction', async () => {
  const { pool } = running;
  const exports = new Exports(pool);
  const app = express().get('/', (_request, response) =>
    streamList(
      { caller: VISITOR, response },
      exports,
      'numbers',
      {
        text: `select n, repeat('x', 2000) as detail from generate_series(1, 20000) n`,
        count: 'select 20000 as n',
        values: [],
      },
      (row) => row,
    ),
  );
  const listening = await listen(app);
  try {
    for (let reader = 0; reader < 3; reader++) {
      const reading = http.get(listening.url);
      const [response] = (await once(reading, 'response')) as [http.IncomingMessage];
      await once(response, 'data');
      reading.destroy();
    }
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
    const { rows } = await pool.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
    );
    expect(rows[0].n).toBe(0);
  } finally {
    await listening.close();
  }
});

test('a list that fails before its first row is an error answer', async () => {
  const app = express()
    .get('/', (_request, response) =>
      streamList(
        { caller: VISITOR, response },
        running.services.exports,
        'numbers',
        { text: 'select 1/0', count: 'select 1 as n', values: [] },
        (row) => row,
      ),
    )
    .use(((_error, _request, response, _next) => response.status(503).end()) as express.ErrorRequestHandler);
  const listening = await listen(app);
  const { status } = await fetch(listening.url);
  await listening.close();
  expect(status).toBe(503);
});

test('sends all enquiries without memory growth', async () => {
  const { app, pool } = running;
  const token = await adminToken(running, ADMIN);
  const fill = (from: number, to: number) =>
    pool.query(
      `insert into ${readModelTable(enquiries).sql}
         (id, email, "typeOfQuery", "queryDetails", status, "referenceNumber", "dateCreated", "isOpen", answers, "awaitsAnswer",
          "lastUpdated", "searchText", version)
       select n, 'asker@agency.example', 'incentives', repeat('Where is it? ', 40), 'pending', 'R' || n, to_char(n, 'FM00000000'),
              true, 0, true, '', '', 1 from generate_series($1::int, $2::int) n`,
      [from, to],
    );
  const read = () => watchedRead(app, '/api/admin/queries', 1024 * 1024, { authorization: `Bearer ${token}` });
  await fill(1, 4_000);
  const { body, headers } = await dashboard(running, token).get('queries');
  expect(body).toHaveLength(4_000);
  expect(headers['content-range']).toBe('queries 0-3999/4000');
  expect([body[0].id, body[3_999].id]).toEqual([4_000, 1]);
  expect(body[0]).not.toHaveProperty('searchText');
  const few = await read();
  await fill(4_001, 40_000);
  const many = await read();
  // As objects and as one text they are about 60 MiB.
  expect(many.mostMib - few.mostMib).toBeLessThan(6);
});
