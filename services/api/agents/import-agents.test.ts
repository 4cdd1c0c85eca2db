import { readFileSync } from 'node:fs';
import { AgentImport, type AgentLine } from '@fynbos/application/agents/import-agents.ts';
import { knownBanks } from '@fynbos/application/reward-policy/programme-lists.ts';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminToken, message, prove, registrationForm, signInAgain } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';
import { readAgentLine } from './import-agent-line.ts';

let running: RunningApp;
let token: string;
let numbers = 0;

const line = (changes: object = {}): Record<string, unknown> => {
  const { password: _, confirmPassword: __, ...form } = registrationForm();
  return {
    type: 'agent',
    ...form,
    loyaltyTrackingNo: `FT9900${String(++numbers).padStart(4, '0')}`,
    activeFrom: '2025-03-01',
    ...changes,
  };
};

async function load(lines: readonly unknown[], dryRun = false) {
  const sent = request(running.app)
    .post(`/api/admin/import${dryRun ? '?dryRun=true' : ''}`)
    .auth(token, { type: 'bearer' });
  const { text } = await sent
    .type('application/x-ndjson')
    .send(lines.map((one) => JSON.stringify(one)).join('\n'))
    .expect(200);
  const answers = text
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one));
  return {
    answers: answers.slice(0, -1),
    summary: answers.at(-1).summary,
    results: answers.slice(0, -1).map((one) => one.result),
  };
}

beforeAll(async () => {
  running = await runApp();
  token = await adminToken(running, ADMIN);
});
afterAll(() => running.close());

/** A migrated agent, as the portal calls require it. */
async function known(agent: Record<string, unknown>) {
  const sql = 'select id from rm_agents.agents where "emailAddress" = $1';
  const rows = async () => (await running.pool.query(sql, [agent.emailAddress])).rows;
  await expect.poll(rows).toHaveLength(1);
  const [{ id }] = await rows();
  const { emailAddress, cellNumber, idNumber } = agent as Record<'emailAddress' | 'cellNumber' | 'idNumber', string>;
  return { id: id as number, form: { ...registrationForm(), emailAddress, cellNumber, idNumber } };
}
const signedIn = async (agent: Record<string, unknown>) => signInAgain(running, await known(agent), 'Fynbos1!');

test('a blank consent counts as not given, and does not get the default of an absent one', async () => {
  const { answers } = await load([line({ employerConsent: '' }), line({ termsAndConditions: '' }), line()]);
  expect(answers.map(({ result, errors }) => [result, errors?.[0]])).toEqual([
    ['rejected', { path: 'employerConsent', message: 'Y or N.' }],
    ['rejected', { path: 'termsAndConditions', message: 'Y or N.' }],
    ['recorded', undefined],
  ]);
});

test('a blank communication method is refused, and an absent one is by SMS', async () => {
  const { communicationMethod: _, ...absent } = line();
  const { answers } = await load([line({ communicationMethod: '' }), absent]);
  expect(answers.map(({ result, errors }) => [result, errors?.[0]])).toEqual([
    ['rejected', { path: 'communicationMethod', message: 'Must be E or C.' }],
    ['recorded', undefined],
  ]);
});

test('`idtype` is the field `idType`, as in the forms', async () => {
  const { idType: _, ...others } = line();
  const { results } = await load([{ ...others, idtype: 'PASSPORT' }], true);
  expect(results).toEqual(['recorded']);
});

test('the e-mail address of an administrator is a conflict (A1)', async () => {
  const taken = line({ emailAddress: ADMIN.email.toUpperCase() });
  for (const dryRun of [true, false])
    expect((await load([taken], dryRun)).answers).toMatchObject([
      { result: 'conflict', errors: [{ path: 'emailAddress' }] },
    ]);
});

test('every agent of the running programme is migrated once', async () => {
  const file = new URL('../../../tests/fixtures/programme-60/programme.ndjson', import.meta.url);
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one))
    .filter(({ type }) => type === 'agent');
  expect(lines).toHaveLength(60);
  const dry = await load(lines, true);
  expect(dry.summary).toMatchObject({ received: 60, recorded: 60, position: null });
  const first = await load(lines);
  expect(first.summary).toMatchObject({ received: 60, recorded: 60 });
  expect((await load(lines)).summary).toMatchObject({ received: 60, duplicate: 60 });
  const changed = await load([{ ...lines[0], surname: 'Other' }]);
  expect(changed.answers[0]).toMatchObject({ result: 'conflict', errors: [{ path: 'loyaltyTrackingNo' }] });
});

test('a line that an earlier release recorded without an optional field is a duplicate', async () => {
  const sent = line({ accountType: '', bic: '' });
  const read = readAgentLine(JSON.parse(JSON.stringify(sent)), await knownBanks(running.services)) as AgentLine;
  const { accountType: _, bic: __, ...bank } = read.bank;
  const context = { actor: { kind: 'admin', id: '1' }, now: running.clock.now, correlationId: 'earlier' } as const;
  const earlier = new AgentImport(running.services, {
    context: () => context,
    dryRun: false,
    roles: [],
    dryRunAgents: new Set(),
  });
  expect(await earlier.record([{ ...read, bank }])).toMatchObject([{ result: 'recorded' }]);
  expect((await load([sent])).results).toEqual(['duplicate']);
  expect((await load([{ ...sent, accountType: 'savings' }])).results).toEqual(['conflict']);
});

test('a migrated agent sets a password by mail, and signs in with it', async () => {
  const agent = line();
  const { summary } = await load([agent]);
  expect(summary.recorded).toBe(1);
  const mail = await message(running, agent.emailAddress as string, ({ subject }) =>
    subject.startsWith('Set your password'),
  );
  const link = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '').searchParams.get('token') ?? '';
  const nobody = { emailAddress: agent.emailAddress, password: 'Fynbos1!', communicationMethod: '' };
  await request(running.app).post('/api/auth/login').send(nobody).expect(401);
  running.pass(6 * DAY_MS);
  await request(running.app)
    .post('/api/auth/reset-password')
    .query({ token: link })
    .send({ password: 'Fynbos1!', confirmPassword: 'Fynbos1!' })
    .expect(200);
  token = await adminToken(running, ADMIN);
  const { travelAgent } = await signedIn(agent);
  expect(travelAgent.loyaltyTrackingNo).toBe(agent.loyaltyTrackingNo);
});

test('a migrated agent with a private address can change the other fields', async () => {
  const agent = line({ emailAddress: 'thandi.at.home@gmail.com' });
  expect((await load([agent])).results).toEqual(['recorded']);
  const { id, form } = await known(agent);
  const asked = { EmailAddress: agent.emailAddress };
  await request(running.app).post('/api/auth/forgot-password').send(asked).expect(200);
  const mail = await message(running, form.emailAddress, ({ subject }) => subject.startsWith('Reset your password'));
  const link = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '').searchParams.get('token') ?? '';
  const password = { password: form.password, confirmPassword: form.password };
  await request(running.app).post('/api/auth/reset-password').query({ token: link }).send(password).expect(200);
  const own = await signedIn(agent);
  const call = (method: 'get' | 'post' | 'put', path: string) =>
    request(running.app)[method](`/api${path}`).auth(own.token, { type: 'bearer' });
  const { body: shown } = await call('get', `/TravelAgent/${id}`).expect(200);
  const update = { ID: id, idNumber: form.idNumber, employerConsent: 'Y', emailAddress: shown.emailAddress };
  const standAlone = { ...shown, cellNumber: `0${form.cellNumber.slice(2)}`, surname: 'Dube' };
  for (const [method, path, body] of [
    ['post', '/travel-agency/update', { ...update, surname: 'Mokoena' }],
    ['put', `/update/${id}`, standAlone],
  ] as const) {
    running.pass(31_000);
    await prove(running, { id, form, token: own.token, loyaltyTrackingNo: shown.loyaltyTrackingNo }, 'personal');
    const refused = await call(method, path)
      .send({ ...body, emailAddress: 'other@gmail.com' })
      .expect(422);
    expect(refused.body.errors.map((error: { field: string }) => error.field)).toEqual(['emailAddress']);
    expect((await call(method, path).send(body).expect(200)).body.emailPending).toBe(false);
  }
  expect((await call('get', `/TravelAgent/${id}`)).body).toMatchObject({
    surname: 'Dube',
    emailAddress: agent.emailAddress,
  });
});

describe('each line has its own result', () => {
  test.each([
    [{ idNumber: '8001015009088' }, 'idNumber'],
    [{ activeFrom: '2025-02-30' }, 'activeFrom'],
    [{ loyaltyTrackingNo: '' }, 'loyaltyTrackingNo'],
    [{ surname: undefined }, 'surname'],
    [{ favouriteColour: 'green' }, 'favouriteColour'],
    [{ emailAddress: 'x' }, 'emailAddress'],
    [{ surname: 'a\u0000b' }, 'surname'],
  ])('rejects a line with %j by its path, and records its neighbours', async (changes, path) => {
    const { answers } = await load([line(), line(changes), line()]);
    expect(answers.map(({ result }) => result)).toEqual(['recorded', 'rejected', 'recorded']);
    expect(answers[1].errors.map((error: { path: string }) => error.path)).toContain(path);
  });

  test('accepts a personal address and an unusual tax number, with a warning for the number', async () => {
    const { answers } = await load([line({ emailAddress: 'old.friend@gmail.com', taxNumber: '1' })]);
    expect(answers[0]).toMatchObject({ result: 'recorded', warnings: [{ path: 'taxNumber' }] });
  });

  test('a second line of the same e-mail address or ID number is a conflict, also in a dry run', async () => {
    const first = line();
    const lines = [
      first,
      line({ emailAddress: first.emailAddress }),
      line({ idNumber: first.idNumber }),
      first,
      { ...first, surname: 'Other' },
    ];
    const expected = ['recorded', 'conflict', 'conflict', 'duplicate', 'conflict'];
    expect((await load(lines, true)).results).toEqual(expected);
    expect((await load(lines)).results).toEqual(expected);
  });
});

test('an account abroad with a blank or foreign BIC rejects its own line only', async () => {
  const abroad = (n: number, bic: string) =>
    line({
      taxCountry: 'NMB',
      countryDialCode: '264',
      cellNumber: `81123456${n}`,
      telephoneNumber: '61234567',
      idNumber: `IMP0000${n}`,
      bankName: 'OTHER',
      otherBankName: 'Bank Windhoek',
      branchCode: '',
      bic,
    });
  const lines = [line(), abroad(1, ''), abroad(2, 'ABSAZAJJ'), abroad(3, 'BWLINANX'), line()];
  for (const isDryRun of [true, false]) {
    const { answers, results, summary } = await load(lines, isDryRun);
    expect(results).toEqual(['recorded', 'rejected', 'rejected', 'recorded', 'recorded']);
    for (const answer of [answers[1], answers[2]])
      expect(answer.errors).toEqual([{ path: 'bic', message: expect.any(String) }]);
    expect(summary).toMatchObject({ received: 5, recorded: 3, rejected: 2 });
  }
});

test('two concurrent imports of the same lines record each agent once', async () => {
  const lines = Array.from({ length: 20 }, () => line());
  const both = await Promise.all([load(lines), load(lines)]);
  for (let n = 0; n < lines.length; n++) {
    const results = both.map(({ results: answered }) => answered[n]).sort();
    expect([
      ['duplicate', 'recorded'],
      ['recorded', 'unavailable'],
      ['duplicate', 'unavailable'],
      ['unavailable', 'unavailable'],
    ]).toContainEqual(results);
  }
  await load(lines);
  const again = await load(lines);
  expect(again.summary).toMatchObject({ duplicate: 20 });
});

test('an import that was interrupted between claims and agents is resumed', async () => {
  const lines = [line(), line()];
  const { log } = running.services;
  const append = log.append.bind(log);
  let calls = 0;
  log.append = async (changes) => {
    if (changes.some(({ stream }) => stream.streamId.startsWith('agent-')) && ++calls === 1)
      throw new Error('killed here');
    return append(changes);
  };
  const sent = request(running.app)
    .post('/api/admin/import')
    .auth(token, { type: 'bearer' })
    .type('application/x-ndjson');
  await sent.send(lines.map((one) => JSON.stringify(one)).join('\n')).catch(() => undefined);
  log.append = append;
  expect((await load(lines)).results).toEqual(['recorded', 'recorded']);
});

test('an import that paused between claims and agents records no agent with an address claimed since', async () => {
  const slow = line();
  const quick = line({ emailAddress: slow.emailAddress });
  const { log } = running.services;
  const append = log.append.bind(log);
  let goOn = (): void => undefined;
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let gate: Promise<void> | undefined;
  const paused = new Promise<void>((resolve) => {
    log.append = async (changes) => {
      if (!gate && changes.some(({ stream }) => stream.streamId.startsWith('agent-'))) {
        gate = going;
        resolve();
        await gate;
      }
      return append(changes);
    };
  });
  const first = load([slow]);
  await paused;
  await running.admin.query(
    `update eventstore.events set "storedAt" = "storedAt" - interval '31 seconds' where type = 'Claimed'`,
  );
  expect((await load([quick])).results).toEqual(['recorded']);
  goOn();
  expect((await first).results).toEqual(['unavailable']);
  log.append = append;
  expect((await load([slow])).answers[0]).toMatchObject({ result: 'conflict', errors: [{ path: 'emailAddress' }] });
  const { emailAddress } = line();
  expect((await load([{ ...slow, emailAddress }])).results).toEqual(['recorded']);
});
