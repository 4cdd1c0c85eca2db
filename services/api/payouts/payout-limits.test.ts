import { handle } from '@fynbos/application/handle.ts';
import { adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { liveTable } from '@fynbos/projections/engine/read-model.ts';
import { holds } from '@fynbos/projections/holds/holds.ts';
import { payeeChecks } from '@fynbos/projections/payouts/payee-checks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { staffToken } from '../testing/call.ts';
import { FinanceHarness } from '../testing/finance-harness.ts';

let harness: FinanceHarness;
let third: string;
beforeAll(async () => {
  harness = await FinanceHarness.open([{ bankAccountNumber: '62011111112' }, { bankAccountNumber: '62011111113' }]);
});
afterAll(() => harness.close());

const LIMITS = {
  approverBands: [{ fromNettCents: 1_000_00, approvers: 2 }],
  statedTotalFromCents: 500_00,
  eftItemCents: 3_000_00,
  crossBorderItemCents: 2_000_00,
};
const propose = async (): Promise<string> => {
  const { body } = await harness.post('/admin/payouts', { cutOff: '2026-11-12', payDate: '2026-11-13' }).expect(201);
  await harness.runWith(body.id, ({ status }) => status === 'frozen');
  return body.id;
};

test('a run needs the approvers of its amount, and leaves out an agent above the limit of one payment', async () => {
  const { body: first } = await harness.get('/admin/payout-limits').expect(200);
  expect(first).toMatchObject({
    limits: { eftItemCents: 5_000_000_00, statedTotalFromCents: 500_000_00 },
    changes: [],
  });
  const reason = 'Letter of the bank';
  const bad = await harness.post('/admin/payout-limits', { ...LIMITS, eftItemCents: 0, reason }).expect(422);
  expect(bad.body.errors).toMatchObject([{ field: 'eftItemCents' }]);
  await harness.withTwo('/admin/payout-limits', { ...LIMITS, reason });
  const { body: set } = await harness.get('/admin/payout-limits').expect(200);
  expect(set).toMatchObject({ limits: LIMITS, changes: [{ version: 1, reason }] });

  const [other] = harness.others;
  if (!other) throw new Error('the harness has no second agent');
  await harness.earn(harness.agent.id, 'LARGE', '2026-11-12', 2_000_00);
  await harness.earn(other.id, 'TOO-LARGE', '2026-11-12', 5_000_00);
  const id = await propose();
  const run = await harness.get(`/admin/payouts/${id}`).expect(200);
  expect(run.body).toMatchObject({
    frozen: { lines: 1, nettCents: 1_500_00 },
    reasons: [{ reason: 'AbovePaymentLimit', nettCents: 3_750_00 }],
    approversNeeded: 2,
    needsStatedTotal: true,
    approvals: [],
  });

  third = await staffToken(harness.running, 'Finance');
  const approve = (body: object, token: string) => harness.post(`/admin/payouts/${id}/approve`, body, token);
  const stated = { statedNettCents: 1_500_00 };
  await approve({}, harness.second).expect(422);
  await approve({ statedNettCents: 1_500_01 }, harness.second).expect(409);
  const one = await approve({ ...stated, reason: 'Compared with the list' }, harness.second).expect(200);
  expect(one.body.message).toBe('Your approval is recorded. The run needs 1 more approver.');
  await approve(stated, harness.second).expect(200);
  await approve(stated, harness.first).expect(403);
  const waiting = await harness.runWith(id, ({ approvals }) => approvals.length === 1);
  expect(waiting).toMatchObject({ status: 'frozen', approvals: [{ reason: 'Compared with the list' }] });
  const last = await approve(stated, third).expect(200);
  expect(last.body.message).toContain('files are written');
  const exported = await harness.runWith(id, ({ status }) => status === 'exported');
  expect(exported.approvals).toHaveLength(2);
});

test('the approver of a correction sees the agent, the amount and what was paid before', async () => {
  const tooLarge = { agentId: harness.agent.id, reason: 'Error', text: 'Typed wrongly', grossCents: 3_000_01 };
  const refused = await harness.post('/admin/corrections', tooLarge).expect(422);
  expect(refused.body.errors, 'the limit is that of finance (L13)').toMatchObject([{ field: 'grossCents' }]);
  const asked = await harness
    .post('/admin/corrections', {
      agentId: harness.agent.id,
      reason: 'Error',
      text: 'Rate of 2025',
      grossCents: 2_500_00,
    })
    .expect(202);
  const path = `/admin/approvals/${asked.body.approvalId}/checks`;
  const { body } = await harness.get(path).expect(200);
  expect(body).toMatchObject({
    grossCents: 2_500_00,
    agent: {
      agentId: harness.agent.id,
      name: expect.stringContaining(harness.agent.form.surname as string),
      payments: 0,
      corrections: 0,
      risks: ['no-payment', 'changed-account'],
    },
  });
  await harness
    .post(`/admin/approvals/${asked.body.approvalId}/approve`, { reason: 'Seen' }, harness.second)
    .expect(200);
  const again = await harness
    .post('/admin/corrections', { agentId: harness.agent.id, reason: 'Error', text: 'Rate of 2026', grossCents: 1_00 })
    .expect(202);
  const second = await harness.get(`/admin/approvals/${again.body.approvalId}/checks`).expect(200);
  expect(second.body.agent).toMatchObject({ corrections: 1, risks: ['no-payment', 'changed-account', 'repeated'] });
  const limits = await harness
    .post('/admin/payout-limits', { ...LIMITS, approverBands: [], reason: 'Test' })
    .expect(202);
  await harness.get(`/admin/approvals/${limits.body.approvalId}/checks`).expect(404);
});

test('a run is not approved while its proposer lacks the permission (O3)', async () => {
  // The earlier run still reserves the main agent.
  const [, free] = harness.others;
  if (!free) throw new Error('the harness has no third agent');
  await harness.earn(free.id, 'LATER', '2026-11-12', 400_00);
  const id = await propose();
  const { log, now } = harness.running.services;
  const setRoles = (...roles: AdminRole[]) => {
    const context = { actor: { kind: 'system', id: 'test' }, now: now(), correlationId: 'test' } as const;
    const command = { type: 'ChangeAdminRoles', roles } as const;
    return handle(log, { decider: adminDecider, streamId: adminStreamOf(1), command, context });
  };
  const approve = (token: string) => harness.post(`/admin/payouts/${id}/approve`, {}, token);
  await setRoles('Admin');
  const refused = await approve(harness.second).expect(409);
  expect(refused.body.type).toContain('payout-run.rights');
  await setRoles('Admin', 'Finance');
  await approve(harness.second).expect(200);
});

test('a hold before the day of a changed account does not mark the new account as shared (O22)', async () => {
  const { pool } = harness.running;
  const [other] = harness.others;
  const hold = `'SHARED', 'SameBankAccount', 'x', '2026-11-11', 'system test', 'released', '[]', '2026-11-11T10:00:00.000Z'`;
  for (const { id } of [harness.agent, other as typeof harness.agent])
    await pool.query(
      `insert into ${liveTable(holds)} (id, "agentId", "holdId", signal, reason, "placedOn", "placedBy", status, evidence, "updatedAt")
       values ('${id}:SHARED', ${id}, ${hold})`,
    );
  const risksAfterChangeAt = async (at: string) => {
    await pool.query(`update ${liveTable(agents)} set "bankChangedAt" = $2 where id = $1`, [harness.agent.id, at]);
    const about = { agentId: harness.agent.id, grossCents: 1_00, at: '2026-11-12T08:00:00.000Z' };
    return (await payeeChecks(pool, about))?.risks;
  };
  expect(await risksAfterChangeAt('2026-11-11T21:59:00.000Z')).toContain('shared-account');
  expect(await risksAfterChangeAt('2026-11-11T22:01:00.000Z')).not.toContain('shared-account');
});
