import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { Devices } from '../auth/devices.ts';
import { migrateAuth } from '../auth/schema.ts';
import { Sessions } from '../auth/sessions.ts';
import { eraseSignIns, SIGN_IN_TABLES } from './erase-tables.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await migrateAuth(database.pool());
});
afterAll(() => database.drop());

test('erases a person from every table of sign-ins that names people (K1)', async () => {
  const db = database.pool();
  const now = new Date('2026-11-24T08:00:00Z');
  const origin = { device: 'Chrome', network: '41.13.7.*' };
  for (const person of ['agent-1', 'agent-2']) {
    const sessionId = await new Sessions(db, () => now).open(person, origin);
    await new Devices(db, () => now).remember(sessionId, 0);
    await db.query(
      `insert into auth.codes ("codeId", person, purpose, "sentAt", "expiresAt")
       values (gen_random_uuid(), $1, 'sign-in', $2, $2)`,
      [person, now],
    );
  }
  const { rows } = await db.query<{ table: string }>(
    `select 'auth.' || table_name as table from information_schema.columns
     where table_schema = 'auth' and column_name = 'person'`,
  );
  expect(rows.length).toBeGreaterThan(0);
  const people = async (table: string) =>
    (await db.query<{ person: string }>(`select distinct person from ${table} order by person`)).rows.map(
      ({ person }) => person,
    );
  for (const { table } of rows) {
    expect(await people(table), table).toEqual(['agent-1', 'agent-2']);
    expect(SIGN_IN_TABLES, 'not in backups, and vacuumed').toContain(table);
  }
  await eraseSignIns(db, 'agent-1');
  for (const { table } of rows) expect(await people(table), table).toEqual(['agent-2']);
});
