import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { prepareReadModels } from '../engine.ts';
import { type AnyProjection, liveInstance, qualifiedTable } from '../projection-instance.ts';
import { loadRows, sqlOf } from '../table.ts';
import { copyRows } from './copy-rows.ts';

const projection = {
  name: 'copied',
  version: 1,
  partitions: 1,
  eventTypes: [],
  columns: {
    key: 'text collate "C"',
    words: 'text',
    cents: 'bigint',
    share: 'double precision',
    sure: 'boolean',
    day: 'date',
    at: 'timestamptz',
    facts: 'json not null',
    more: 'jsonb',
  },
  primaryKey: 'key',
  keys: () => [],
  evolve: () => null,
} as AnyProjection;
const instance = liveInstance(projection);

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await prepareReadModels(database.pool(), [projection]);
});
afterAll(() => database.drop());

// Postgres's text and jsonb reject the character 0 and half a surrogate pair.
const text = fc
  .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\\N', '\\', '\t', 'a\nb\r\\.', '"', 'é€😀'))
  .map((words) => words.replaceAll('\0', '').replace(/\p{Surrogate}/gu, ''));
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.oneof(value, fc.constant(null), fc.constant(undefined));
const json = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.record({ words: text, list: fc.array(text) }),
  fc.array(optional(fc.integer())),
);
const row = fc.record({
  key: text,
  words: optional(fc.oneof(text, fc.integer(), fc.boolean(), fc.record({ words: text }))),
  cents: optional(fc.maxSafeInteger()),
  share: optional(fc.double({ noNaN: true, noDefaultInfinity: true })),
  sure: optional(fc.boolean()),
  day: optional(fc.constantFrom('2024-02-29', '2026-12-31')),
  at: optional(fc.constantFrom('2026-01-01T00:00:00.001Z', '2025-06-30T23:59:59.999Z')),
  facts: json,
  more: optional(json),
});

it('rows sent by COPY read back like rows written from JSON, for all characters and types', async () => {
  const db = database.pool();
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(row, { selector: ({ key }) => key, maxLength: 20 }), async (rows) => {
      const keys = rows.map(({ key }) => key);
      const client = await db.connect();
      try {
        await client.query(sqlOf(instance).upsert('$1'), [JSON.stringify(rows)]);
        const fromJson = await loadRows(client, instance, keys);
        await client.query(`truncate ${qualifiedTable(instance)}`);
        await copyRows(client, instance, rows);
        expect(await loadRows(client, instance, keys)).toEqual(fromJson);
        expect(fromJson.size).toBe(rows.length);
        await client.query(`truncate ${qualifiedTable(instance)}`);
      } finally {
        client.release();
      }
    }),
    { numRuns: 50 },
  );
});

it('reports a rejected row as an error of the call, and keeps the session usable', async () => {
  const client = await database.pool().connect();
  await expect(copyRows(client, instance, [{ key: 'a', facts: null }])).rejects.toMatchObject({ code: '23502' });
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  client.release();
});
