import { randomUUID } from 'node:crypto';
import { approvalStreamOf } from '@fynbos/domain/approval/approval.ts';
import type { ApprovalEvent } from '@fynbos/domain/approval/events.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { expect, test } from 'vitest';
import { orderRecalculation } from '../approvals/changes/recalculation.ts';

test('a request with an unreadable simulation fails, and does not block its stream (L8)', async () => {
  const log = new EventLog({ store: memoryEventStore(), keys: memoryKeyRing() });
  const now = new Date('2026-11-24T08:00:00Z');
  const at = now.toISOString();
  const approvalId = randomUUID();
  const request = {
    kind: 'account.recalculation',
    subject: 'x',
    permission: 'corrections:make',
    summary: 'x',
    fields: [],
  };
  const by = { requestedBy: 1, requestedAt: at, payload: {}, personal: null };
  const events: ApprovalEvent[] = [
    { type: 'ApprovalRequested', data: { approvalId, ...request, ...by } },
    { type: 'ApprovalGiven', data: { approvedBy: 2, reason: 'Checked', byBreakGlass: false, approvedAt: at } },
  ];
  const context = { actor: { kind: 'admin', id: '2' }, now, correlationId: 'test' } as const;
  await log.append([{ stream: await log.readStream(approvalStreamOf(approvalId)), events, context }]);
  const payload = { recalculationId: 'r1', code: 'other', definition: { from: 'an older release' }, digest: 'd' };
  const execution = orderRecalculation.execute(
    // An order is one event, and needs no database.
    { log, db: undefined as never, now: () => now },
    { payload: payload as never, personal: {} },
    { ...context, causationId: approvalId },
  );
  await expect(execution).rejects.toMatchObject({ code: 'what-if.older' });
});
