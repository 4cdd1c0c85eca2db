import { addAdmin } from '@fynbos/application/admins/first-admins.ts';
import {
  APPROVED_CHANGES_REACTION,
  EXECUTION_LIMIT_DAYS,
  executeApproval,
} from '@fynbos/application/approvals/execute.ts';
import { changeNamed } from '@fynbos/application/approvals/kinds.ts';
import { requestApproval } from '@fynbos/application/approvals/request.ts';
import { handle, load } from '@fynbos/application/handle.ts';
import { adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { approvalDecider, approvalStreamOf } from '@fynbos/domain/approval/approval.ts';
import { DAY_MS, dayOf, monthOf } from '@fynbos/domain/calendar.ts';
import { CLOSE_STEP_NAMES } from '@fynbos/domain/month-close/events.ts';
import { monthBefore, monthCloseDecider, monthCloseStreamOf } from '@fynbos/domain/month-close/month-close.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { installedDatabase } from '../../../tests/support/database.ts';
import { type Dashboard, dashboard } from '../testing/call.ts';
import { adminToken, registrationForm } from '../testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../testing/running-app.ts';
import { until } from '../testing/until.ts';

/** Processes on one database: an API without reactors, and two with reactors. */
let api: RunningApp;
const reactors: RunningApp[] = [];
let first: Dashboard;
let second: Dashboard;

const reason = { reason: 'checked by phone' };
const account = { bankName: 'Capitec', branchCode: '470010', bankAccountNumber: '1234567890' };

const statusOf = async (approvalId: string): Promise<string> =>
  (await load(api.services.log, approvalDecider, approvalStreamOf(approvalId), { personal: false })).state.status;
const approve = (approvalId: string) => second.post(`approvals/${approvalId}/approve`, reason);
/** Waits until a change is carried out. A call that waited in vain is answered `approved`. */
async function expectExecuted(approvalId: string, ...answers: readonly { readonly body: { status: string } }[]) {
  for (const { body } of answers) expect(['executed', 'approved']).toContain(body.status);
  await until(async () => (await statusOf(approvalId)) === 'executed');
}
const agentAt = async (id: number) => (await first.get(`travel-agents/${id}`)).body;
const addedAgent = async (): Promise<number> => (await first.post('add-agent', registrationForm())).body.id;

async function requested(id: number, changes: object = account): Promise<string> {
  const { log } = api.services;
  const version = (await log.readStream(`agent-${id}`)).revision + 1;
  const { body, status } = await first.put(`travel-agents/${id}/bank`, changes, version);
  expect(status, JSON.stringify(body)).toBe(202);
  return body.approvalId;
}

/** Returns the events of a type that an approval caused. */
async function causedEvents(approvalId: string, type: string): Promise<number> {
  const { events } = await api.store.readAll({ limit: 10_000, filter: { types: [type] } });
  return events.filter(({ metadata }) => metadata.causationId === approvalId).length;
}

/** Records an approval as a process does that crashes immediately afterwards. */
async function approveAndDie(approvalId: string, at = api.clock.now): Promise<void> {
  const context = { actor: { kind: 'admin', id: '2' }, now: at, correlationId: 'c', ...reason } as const;
  const command = { type: 'Approve', by: 2, ...reason, others: 1 } as const;
  await handle(api.services.log, {
    decider: approvalDecider,
    streamId: approvalStreamOf(approvalId),
    command,
    context,
  });
}

/** Runs the process manager for one approval, as a separate process would. */
const executeNow = (approvalId: string, now = api.clock.now) => {
  const { log, db } = api.services;
  const context = { actor: { kind: 'admin', id: '2' }, now, correlationId: 'c', ...reason } as const;
  const given = { approvalId, approvedBy: 2, approvedAt: api.clock.now.toISOString() };
  return executeApproval({ log, db, now: () => now }, given, context);
};

beforeAll(async () => {
  const database = await installedDatabase();
  const shared = { ...database, drop: async () => undefined };
  const env = { RATE_LIMIT_SCALE: '100' };
  api = await runApp({ env, database, quiet: true });
  first = dashboard(api, await adminToken(api, ADMIN));
  second = dashboard(api, await adminToken(api, ADMIN2));
  // Left by a process that crashed after the approval, before any reactors run.
  const id = await addedAgent();
  abandoned = { id, approvalId: await requested(id) };
  unanswered = await approve(abandoned.approvalId);
  statusBefore = await statusOf(abandoned.approvalId);
  for (let n = 0; n < 2; n++) reactors.push(await runApp({ env, database: shared }));
});
afterAll(async () => {
  for (const one of reactors) await one.close();
  await api.close();
});
afterEach(() => vi.restoreAllMocks());

let abandoned: { id: number; approvalId: string };
let unanswered: Awaited<ReturnType<typeof approve>>;
let statusBefore: string;

test('answers 202 while no reactors run, and the change is carried out once they do', async () => {
  expect([unanswered.status, unanswered.body.status]).toEqual([202, 'approved']);
  expect(statusBefore).toBe('approved');
  await until(async () => ((await statusOf(abandoned.approvalId)) === 'executed' ? true : null));
  expect(await causedEvents(abandoned.approvalId, 'BankDetailsChanged')).toBe(1);
});

test('applies an approval after a crash right after it was recorded', async () => {
  const approvalId = await requested(await addedAgent());
  await approveAndDie(approvalId);
  await expectExecuted(approvalId);
  const { events } = await api.store.readAll({ limit: 10_000, filter: { types: ['BankDetailsChanged'] } });
  const caused = events.filter(({ metadata }) => metadata.causationId === approvalId);
  expect(caused.map(({ metadata }) => metadata)).toMatchObject([{ actor: { kind: 'admin', id: '2' }, ...reason }]);
});

test('records a change with the reason of its request', async () => {
  const approvalId = await requested(await addedAgent(), { ...account, reason: 'Letter of the agent' });
  await expectExecuted(approvalId, await approve(approvalId));
  const { events } = await api.store.readAll({
    limit: 10_000,
    filter: { types: ['BankDetailsChanged', 'ApprovalGiven'] },
  });
  const reasonOf = (of: string) =>
    events.find(
      ({ type, metadata, streamId }) =>
        type === of && [metadata.causationId, streamId].some((id) => id?.endsWith(approvalId)),
    )?.metadata.reason;
  expect(reasonOf('BankDetailsChanged')).toBe('Letter of the agent');
  expect(reasonOf('ApprovalGiven')).toBe(reason.reason);
});

test('carries out each change once where two reactors and two approvers act at the same time', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, addedAgent));
  const approvals = await Promise.all(ids.map((id) => requested(id)));
  const answers = await Promise.all(approvals.flatMap((one) => [approve(one), approve(one)]));
  await Promise.all(approvals.map((one) => executeNow(one)));
  for (const one of approvals) {
    await expectExecuted(one, ...answers);
    expect(await causedEvents(one, 'BankDetailsChanged')).toBe(1);
  }
});

test.each([
  ['bank', account, { bank: { bankName: 'FNB', branchCode: '250655', bankAccountNumber: '62000000002' } }],
  ['', { cellNumber: '27821111111' }, { details: { cellNumber: '27822222222' } }],
])('does not undo a change at /%s that the agent made after the request (X3)', async (part, asked, own) => {
  const id = await addedAgent();
  const { body } = await first.put(`travel-agents/${id}/${part}`, asked, (await agentAt(id)).version);
  api.pass(1000);
  const context = { actor: { kind: 'agent', id: String(id) }, now: api.clock.now, correlationId: 'c' } as const;
  await handle(api.services.log, {
    decider: agentDecider,
    streamId: agentStreamOf(id),
    command: 'bank' in own ? { type: 'ChangeBankDetails', ...own } : { type: 'ChangeDetails', ...own },
    context,
  });
  await approve(body.approvalId);
  await until(async () => (await statusOf(body.approvalId)) === 'failed');
  const { state } = await load(api.services.log, agentDecider, agentStreamOf(id));
  expect(state).toMatchObject(own);
});

describe('an execution that hangs', () => {
  /** The next execution of a kind hangs until `goOn`. */
  function hangingAt(kind: string) {
    const change = changeNamed(kind);
    if (!change) throw new Error(`no change ${kind}`);
    const execute = change.execute.bind(change);
    let goOn = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const hung = vi.spyOn(change, 'execute').mockImplementationOnce(async (...given) => {
      await released;
      return execute(...given);
    });
    return { goOn: () => goOn(), hangs: () => vi.waitFor(() => expect(hung).toHaveBeenCalledTimes(1), 60_000) };
  }

  test('does not undo a newer change when it continues', async () => {
    const id = await addedAgent();
    const older = await requested(id);
    const { goOn, hangs } = hangingAt('agent.bank-details');
    const answer = approve(older);
    await hangs();
    await executeNow(older);
    await expectExecuted(older, await answer);
    // The reaction still hangs, so a second process carries out the newer request.
    const newer = await requested(id, { bankName: 'FNB', branchCode: '250655', bankAccountNumber: '62000000001' });
    await approveAndDie(newer);
    await executeNow(newer);
    goOn();
    await expectExecuted(newer);
    const again = await requested(await addedAgent());
    await expectExecuted(again, await approve(again));
    expect(await causedEvents(older, 'BankDetailsChanged')).toBe(1);
    const { body } = await dashboard(reactors[0] as RunningApp, await adminToken(reactors[0] as RunningApp, ADMIN)).get(
      `travel-agents/${id}`,
    );
    expect(body.bank).toMatchObject({ bankName: 'FNB', bankAccountNumber: '•••0001' });
  });

  test('keeps a newer request of the same change waiting until it is carried out', async () => {
    const id = await addedAgent();
    const older = await requested(id);
    const { goOn, hangs } = hangingAt('agent.bank-details');
    const answer = approve(older);
    await hangs();
    // As if it had hung for a minute by the store's clock.
    await api.admin.query(
      `update eventstore.events set "storedAt" = "storedAt" - interval '1 minute' where "streamId" like 'claim-approval-%'`,
    );
    const version = (await agentAt(id)).version;
    expect((await first.put(`travel-agents/${id}/bank`, { bankAccountNumber: '62000000001' }, version)).status).toBe(
      409,
    );
    goOn();
    await expectExecuted(older, await answer);
    await requested(id, { bankAccountNumber: '62000000001' });
  });
});

test('sends the link of a new administrator although the store failed after adding the person', async () => {
  const { body } = await first.post('admins', { name: 'Zodwa', email: 'zodwa@fynbos.example', roles: ['Support'] });
  const { approvalId } = body;
  for (const { services } of reactors) {
    const { log } = services;
    const append = log.append.bind(log);
    let failed = false;
    vi.spyOn(log, 'append').mockImplementation(async (changes) => {
      const isLink = changes.some(({ events }) => events.some(({ type }) => type === 'AdminPasswordLinkRequested'));
      if (!isLink || failed) return append(changes);
      failed = true;
      throw new StoreUnavailable('the process dies');
    });
  }
  expect((await approve(approvalId)).body.status).toMatch(/executed|approved/);
  await expectExecuted(approvalId);
  expect(await causedEvents(approvalId, 'AdminAdded')).toBe(1);
  expect(await causedEvents(approvalId, 'AdminPasswordLinkRequested')).toBe(1);
});

test.each([
  ['requester', 'asked for'],
  ['approver', 'approved'],
] as const)('fails with the reason where the %s is disabled between approval and execution', async (who, verb) => {
  const { services } = api;
  const context = { actor: { kind: 'system', id: 'test' }, now: api.clock.now, correlationId: 'test' } as const;
  const person = { name: who, email: `${who}@fynbos.example`, password: 'Fynbos-Staff-1!' };
  await addAdmin(services, { ...person, roles: ['Admin', 'Finance'] }, context);
  const calls = dashboard(api, await adminToken(api, person));
  const adminId = (await calls.get('me')).body.adminId as number;
  const asker = who === 'requester' ? calls : first;
  const newcomer = { name: 'New', email: `new.${who}@fynbos.example`, roles: ['Support'] };
  const { approvalId } = (await asker.post('admins', newcomer)).body;
  const by = who === 'approver' ? adminId : 2;
  await handle(services.log, {
    decider: adminDecider,
    streamId: adminStreamOf(adminId),
    command: { type: 'DisableAdmin', reason: 'left' },
    context,
  });
  const approved = { ...context, actor: { kind: 'admin', id: String(by) } } as const;
  const command = { type: 'Approve', by, ...reason, others: 1 } as const;
  await handle(services.log, {
    decider: approvalDecider,
    streamId: approvalStreamOf(approvalId),
    command,
    context: approved,
  });
  await until(async () => ((await statusOf(approvalId)) === 'failed' ? true : null));
  const { state } = await load(services.log, approvalDecider, approvalStreamOf(approvalId));
  expect(state).toMatchObject({ failure: expect.stringContaining(`The administrator who ${verb} this is disabled.`) });
  expect(await causedEvents(approvalId, 'AdminAdded')).toBe(0);
});

test.each(['reject', 'withdraw'])(
  'destroys the key of a request although the call to %s it fails after recording',
  async (action) => {
    const newcomer = { name: 'Unwanted', email: `${action}@fynbos.example`, roles: ['Support'] };
    const { approvalId } = (await first.post('admins', newcomer)).body;
    const stream = approvalStreamOf(approvalId);
    const keyOf = async () => {
      const sql = 'select "wrappedKey" from keys."subjectKeys" where subject = $1';
      return (await api.admin.query(sql, [stream])).rows[0]?.wrappedKey;
    };
    expect(await keyOf()).toBeTruthy();
    vi.spyOn(api.services.log.keys, 'destroy').mockRejectedValueOnce(new Error('the process dies'));
    const failed = await (action === 'reject' ? second : first).post(`approvals/${approvalId}/${action}`, reason);
    expect(failed.status).toBe(500);
    await until(async () => (await keyOf()) === null);
    expect((await first.post('admins', newcomer)).status).toBe(202);
  },
);

test('fails an approval that is older than the limit instead of making an unexpected change', async () => {
  const approvalId = await requested(await addedAgent());
  await approveAndDie(approvalId, new Date(api.clock.now.getTime() - (EXECUTION_LIMIT_DAYS + 1) * DAY_MS));
  await until(async () => ((await statusOf(approvalId)) === 'failed' ? true : null));
  expect(await causedEvents(approvalId, 'BankDetailsChanged')).toBe(0);
  const { state } = await load(api.services.log, approvalDecider, approvalStreamOf(approvalId));
  expect(state).toMatchObject({ failure: expect.stringContaining('more than 7 days ago') });
});

test('reads approvals from the first event', async () => {
  const { rows } = await api.pool.query(`select "position" from engine.checkpoints where "projection" = $1`, [
    APPROVED_CHANGES_REACTION,
  ]);
  expect(rows).toHaveLength(1);
});

test('does not change a request without approval', async () => {
  const approvalId = await requested(await addedAgent());
  await executeNow(approvalId);
  expect(await statusOf(approvalId)).toBe('waiting');
  await expectExecuted(approvalId, await approve(approvalId));
  expect(await causedEvents(approvalId, 'BankDetailsChanged')).toBe(1);
});

test('a month is not closed with figures that changed between the request and the approval (L16)', async () => {
  const { log } = api.services;
  const context = { actor: { kind: 'admin', id: '1' }, now: api.clock.now, correlationId: 'c', ...reason } as const;
  const month = monthBefore(monthOf(dayOf(api.clock.now)));
  const stream = monthCloseStreamOf(month);
  for (const step of CLOSE_STEP_NAMES) {
    const signOff = {
      type: 'SignOffStep',
      month,
      step,
      state: 'ready',
      figures: [],
      digest: 'earlier',
      note: '',
    } as const;
    await handle(log, { decider: monthCloseDecider, streamId: stream, command: { ...signOff, by: 1 }, context });
  }
  const digests = Object.fromEntries(CLOSE_STEP_NAMES.map((step) => [step, 'earlier']));
  const payload = { month, openingCents: 0, closingCents: 0, digests, evidence: [], requestedBy: 1, ...reason };
  const request = { kind: 'month.close', subject: `month-closes/${month}`, summary: 'Close', fields: [] } as const;
  const caller = { adminId: 1, roles: ['Admin', 'Finance'] as const };
  const { approvalId } = await requestApproval(log, caller, { ...request, payload }, context);
  await approveAndDie(approvalId);
  await until(async () => ((await statusOf(approvalId)) === 'failed' ? true : null));
  const { state } = await load(log, approvalDecider, approvalStreamOf(approvalId));
  expect(state).toMatchObject({ failure: expect.stringContaining('The figures of the month changed.') });
  expect((await load(log, monthCloseDecider, stream)).state.status).toBe('open');
});
