import { randomUUID } from 'node:crypto';
import { adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import { approvalDecider, approvalStreamOf } from '@fynbos/domain/approval/approval.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { admins } from '@fynbos/projections/admins/admins.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { handle } from '../handle.ts';
import { PayoutHarness } from '../payouts/testing/payout-harness.ts';
import type { NewNotice, Notices } from './notices.ts';
import { noticesReaction } from './reaction.ts';

let database: FreshDatabase;
let harness: PayoutHarness;
beforeEach(async () => {
  database = await freshDatabase();
  harness = await PayoutHarness.open(database.pool(), [admins]);
});
afterEach(() => database.drop());

async function addAdmin(adminId: number, ...roles: AdminRole[]): Promise<void> {
  const person = { adminId, roles, name: `N${adminId}`, email: `${adminId}@fynbos.example`, passwordHash: null };
  await handle(harness.log, {
    decider: adminDecider,
    streamId: adminStreamOf(adminId),
    command: { type: 'AddAdmin', ...person },
    context: harness.context(),
  });
}

/** Administrator 1 requests a change that Finance decides; returns the event. */
async function requested(): Promise<FoldEvent> {
  const approvalId = randomUUID();
  const streamId = approvalStreamOf(approvalId);
  const request = { by: 1, approvalId, kind: 'policy.change', permission: 'policy:change', subject: 'reward-policy' };
  await handle(harness.log, {
    decider: approvalDecider,
    streamId,
    command: { type: 'RequestApproval', ...request, summary: 'S', fields: [], payload: {}, personal: null },
    context: harness.context(),
  });
  const { events } = await harness.log.readStream(streamId);
  return events[0] as unknown as FoldEvent;
}

/** The streams of the administrators who get a mail; `during` runs while the reaction works. */
async function recipientsOf(event: FoldEvent, during = async () => {}): Promise<string[]> {
  const added: NewNotice[] = [];
  const notices = { add: async (some: readonly NewNotice[]) => void added.push(...some) } as unknown as Notices;
  const { log, db } = harness;
  const reaction = noticesReaction({ log, db, now: () => harness.now, notices });
  const io = { appended: () => undefined, signal: new AbortController().signal };
  const react = () => reaction.react([event], io);
  const reacting = react().catch((error: unknown) => error);
  await during();
  // The engine delivers the event again, too, where a slow machine has let the wait end.
  if ((await reacting) instanceof StoreUnavailable) await react();
  return added.map(({ streamId }) => streamId).sort();
}

describe('the announcement of a request for approval (X8)', () => {
  beforeEach(async () => {
    await addAdmin(1, 'Finance');
    await addAdmin(2, 'Finance');
    await addAdmin(3, 'Support');
  });

  test('reaches those who can decide although the read model of administrators is behind', async () => {
    await harness.catchUp();
    await addAdmin(4, 'Finance');
    expect(await recipientsOf(await requested(), () => harness.catchUp())).toEqual(['admin-2', 'admin-4']);
  });

  test.each(['2', 'stream:admin-2'])(
    'reaches those who can decide although the key %s of the read model is blocked',
    async (key) => {
      await database
        .pool()
        .query(`insert into engine.parked values ('admins', $1, 0, $2, '1', 'Error', 'Failed')`, [key, randomUUID()]);
      const event = await requested();
      await harness.catchUp();
      expect(await recipientsOf(event)).toEqual(['admin-2']);
    },
  );

  test('reaches those who can decide by the roles in the log', async () => {
    const event = await requested();
    await harness.catchUp();
    await handle(harness.log, {
      decider: adminDecider,
      streamId: adminStreamOf(3),
      command: { type: 'ChangeAdminRoles', roles: ['Finance'] },
      context: harness.context(),
    });
    expect(await recipientsOf(event)).toEqual(['admin-2', 'admin-3']);
  });
});
