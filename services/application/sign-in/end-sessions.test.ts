import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import { HOUR_MS } from '@fynbos/domain/calendar.ts';
import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { Devices } from '../auth/devices.ts';
import { migrateAuth } from '../auth/schema.ts';
import { Sessions } from '../auth/sessions.ts';
import { PayoutHarness } from '../payouts/testing/payout-harness.ts';
import { endSessionsReaction } from './end-sessions.ts';

let database: FreshDatabase;
let harness: PayoutHarness;

beforeAll(async () => {
  database = await freshDatabase();
  harness = await PayoutHarness.open(database.pool(), []);
  await migrateAuth(database.pool());
  for (const agentId of [1, 2]) await harness.addAgent(agentId);
});
afterAll(() => database.drop());

const ORIGIN = { device: 'Chrome', network: '41.13.7.*' };

test.each<[agentId: number, change: (sessionId: string) => AgentCommand, leaves: readonly string[]]>([
  [
    1,
    (sessionId) => ({ type: 'ChangeBankDetails', bank: { bankAccountNumber: '62088888888' }, sessionId }),
    ['own', 'later'],
  ],
  [2, () => ({ type: 'Suspend', reason: 'Fraud' }), ['later']],
])('the sessions of agent %i end although the process died after the append (C8)', async (agentId, change, leaves) => {
  const sessions = new Sessions(harness.db, () => harness.now);
  const devices = new Devices(harness.db, () => harness.now);
  const person = `agent-${agentId}`;
  const own = await sessions.open(person, ORIGIN);
  const other = await sessions.open(person, ORIGIN);
  await devices.remember(person, 0, ORIGIN);
  harness.now = new Date(harness.now.getTime() + HOUR_MS / 2);
  await harness.agent(agentId, change(own));
  harness.now = new Date(harness.now.getTime() + 1);
  const later = await sessions.open(person, ORIGIN);

  const reaction = endSessionsReaction(sessions);
  const { events } = await harness.store.readAll({ limit: 1000, filter: { types: [...reaction.eventTypes] } });
  const batch = (await decoderOf(harness.log).decode(events, false)) as FoldEvent[];
  await reaction.react(batch, { appended: () => undefined, signal: new AbortController().signal });

  const names = new Map(Object.entries({ own, other, later }).map(([name, id]) => [id, name]));
  const live = (await sessions.list(person)).map(({ sessionId }) => names.get(sessionId));
  expect(live.sort()).toEqual([...leaves].sort());
  expect(await devices.list(person, '')).toEqual([]);
});
