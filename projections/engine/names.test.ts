import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { createQueues, type Queues } from '@fynbos/platform/queue/queue.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../tests/support/database.ts';
import { asStored } from './decode.ts';
import { type EngineParts, prepareReadModels, startProjections, startReactions } from './engine.ts';
import type { Reaction } from './reaction.ts';
import { tallies } from './testing/tallies.ts';

const logger = createLogger('test', { level: 'silent' });
const readModel = tallies();
const namesake: Reaction = {
  name: readModel.name,
  eventTypes: ['Posted'],
  react: async () => undefined,
};
let database: FreshDatabase;
let queues: Queues;
let parts: EngineParts;

beforeEach(async () => {
  database = await freshDatabase();
  const db = database.pool();
  await migrateEventStore(db);
  queues = await createQueues({ redisUrl: null, databaseUrl: database.url, logger });
  parts = { db, store: postgresEventStore({ db }), decoder: asStored, queues, logger };
});
afterEach(async () => {
  await queues.close();
  await parts.store.close();
  await database.drop();
});

test('a reaction with the name of a read model does not start, and does not change its checkpoint', async () => {
  await prepareReadModels(parts.db, [readModel]);
  const checkpoint = `select "kind", "position", "layer", "fence" from engine.checkpoints where "projection" = $1`;
  const before = (await parts.db.query(checkpoint, [readModel.name])).rows;
  await expect(startReactions(parts, [namesake])).rejects.toThrow(
    `the reaction ${readModel.name} has the name of a read model`,
  );
  expect((await parts.db.query(checkpoint, [readModel.name])).rows).toEqual(before);
});

test('a read model with the name of a reaction does not start', async () => {
  const engine = await startReactions(parts, [namesake]);
  await engine.close();
  await expect(startProjections(parts, [readModel])).rejects.toMatchObject({ name: 'NameTaken' });
});
