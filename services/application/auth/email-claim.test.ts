import type { CommandContext } from '@fynbos/domain/decider.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { expect, test } from 'vitest';
import { addAdminWithHash } from '../admins/add-admin.ts';
import { claimEmail } from '../agents/claims.ts';
import { adminByEmail } from './find-person.ts';

const context: CommandContext = { actor: { kind: 'system', id: 'test' }, now: new Date(0), correlationId: 'c' };
const email = 'thandi@example.co.za';
const newLog = () => new EventLog({ store: memoryEventStore(), keys: memoryKeyRing() });
const addAdmin = (log: EventLog, adminId: number) =>
  addAdminWithHash(log, { adminId, name: 'A', email, roles: ['Admin'], passwordHash: null }, context);

test('refuses one of an agent and an administrator who claim the same e-mail address at once (A1)', async () => {
  const log = newLog();
  const outcomes = await Promise.allSettled([claimEmail(log, 'agent-1', email, context), addAdmin(log, 1)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('an agent cannot take the address of an administrator, and a refused one leaves no claim', async () => {
  const log = newLog();
  await addAdmin(log, 1);
  await expect(claimEmail(log, 'agent-1', email, context)).rejects.toMatchObject({ code: 'agent.email-taken' });
  await expect(addAdmin(log, 2)).rejects.toMatchObject({ code: 'admin.email-taken' });
  expect((await adminByEmail(log, email))?.person).toBe('admin-1');
});
