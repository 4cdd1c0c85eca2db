import { randomUUID } from 'node:crypto';
import { type AdminCommand, adminDecider } from '@fynbos/domain/admin/admin.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { Devices } from '../auth/devices.ts';
import { migrateAuth } from '../auth/schema.ts';
import { Sessions } from '../auth/sessions.ts';
import { handle } from '../handle.ts';
import { PayoutHarness } from '../payouts/testing/payout-harness.ts';
import { endSessionsReaction } from './end-sessions.ts';

let database: FreshDatabase;
let harness: PayoutHarness;

beforeAll(async () => {
  database = await freshDatabase();
  harness = await PayoutHarness.open(database.pool(), []);
  await migrateAuth(database.pool());
  for (const agentId of [1, 2]) await harness.addAgent(agentId);
  const passwordHash = null;
  for (const adminId of [3, 4]) {
    const person = {
      adminId,
      roles: ['Finance'],
      name: 'A',
      email: `a${adminId}@fynbos.example`,
      passwordHash,
    } as const;
    await admin({ type: 'AddAdmin', ...person })(`admin-${adminId}`);
  }
});
afterAll(() => database.drop());

const context = () => ({ actor: { kind: 'admin', id: '9' }, now: harness.now, correlationId: 'test' }) as const;
const agent = (command: (sessionId: string) => AgentCommand) => (person: string, sessionId: string) =>
  handle(harness.log, { decider: agentDecider, streamId: person, command: command(sessionId), context: context() });
const admin = (command: AdminCommand) => (person: string) =>
  handle(harness.log, { decider: adminDecider, streamId: person, command, context: context() });

const sessions = () => new Sessions(harness.db, () => harness.now);

/** Opens a session as a sign-in does: its event is in the person's stream, and the session does not name it yet. */
async function begin(person: string): Promise<{ sessionId: string; revision: number }> {
  const sessionId = await sessions().open(person, { device: 'Chrome', network: '41.13.7.*' });
  const session = { sessionId, passwordVersion: 0 };
  const { revision } = person.startsWith('agent')
    ? await handle(harness.log, {
        decider: agentDecider,
        streamId: person,
        command: { type: 'SignInFromDevice', ...session, deviceId: randomUUID() },
        context: context(),
      })
    : await handle(harness.log, {
        decider: adminDecider,
        streamId: person,
        command: { type: 'RecordAdminSignIn', ...session },
        context: context(),
      });
  return { sessionId, revision };
}

const complete = async ({ sessionId, revision }: Awaited<ReturnType<typeof begin>>): Promise<string> => {
  await sessions().recordSignIn(sessionId, revision);
  return sessionId;
};
const signIn = async (person: string): Promise<string> => complete(await begin(person));

test.each<[person: string, change: (person: string, sessionId: string) => Promise<unknown>, leaves: readonly string[]]>(
  [
    [
      'agent-1',
      agent((sessionId) => ({ type: 'ChangeBankDetails', bank: { bankAccountNumber: '62088888888' }, sessionId })),
      ['during', 'later', 'own'],
    ],
    ['agent-2', agent(() => ({ type: 'Suspend', reason: 'Fraud' })), []],
    ['admin-3', admin({ type: 'ChangeAdminRoles', roles: ['Auditor'] }), ['during', 'later']],
    ['admin-4', admin({ type: 'DisableAdmin', reason: 'Left' }), []],
  ],
)(
  'the sessions of %s end although the process died after the append, and all at one instant (C8)',
  async (person, change, leaves) => {
    const devices = new Devices(harness.db, () => harness.now);
    const own = await signIn(person);
    const other = await signIn(person);
    await devices.remember(other, 0);
    expect(await devices.list(person, '')).toHaveLength(1);
    const begun = await begin(person);
    await change(person, own);
    const later = await signIn(person).catch(() => 'refused');
    const begunAfterwards = await begin(person).catch(() => null);

    const reaction = endSessionsReaction({ db: harness.db, now: () => harness.now });
    const { events } = await harness.store.readAll({ limit: 1000, filter: { types: [...reaction.eventTypes] } });
    const batch = (await decoderOf(harness.log).decode(events, false)) as FoldEvent[];
    await reaction.react(batch, { appended: () => undefined, signal: new AbortController().signal });

    const before = await complete(begun);
    const during = begunAfterwards ? await complete(begunAfterwards) : 'refused';
    const names = new Map(Object.entries({ own, other, before, later, during }).map(([name, id]) => [id, name]));
    const live = (await sessions().list(person)).map(({ sessionId }) => names.get(sessionId));
    expect(live.sort()).toEqual(leaves);
    expect(await devices.list(person, '')).toEqual([]);
  },
);
