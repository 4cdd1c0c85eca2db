import { readFileSync } from 'node:fs';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminToken, message, registrationForm, signInAgain } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

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

test('every agent of the running programme is taken over, once', async () => {
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

test('an agent who was taken over sets a password by mail, and signs in with it', async () => {
  const agent = line();
  const { summary } = await load([agent]);
  expect(summary.recorded).toBe(1);
  const mail = await message(running, agent.emailAddress as string, ({ subject }) =>
    subject.startsWith('Set your password'),
  );
  const link = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '').searchParams.get('token') ?? '';
  const nobody = { emailAddress: agent.emailAddress, password: 'Fynbos1!', communicationMethod: '' };
  await request(running.app).post('/api/auth/login').send(nobody).expect(401);
  running.pass(6 * 24 * 3_600_000);
  await request(running.app)
    .post('/api/auth/reset-password')
    .query({ token: link })
    .send({ password: 'Fynbos1!', confirmPassword: 'Fynbos1!' })
    .expect(200);
  token = await adminToken(running, ADMIN);
  const { rows } = await running.pool.query('select id from rm_agents.agents where "emailAddress" = $1', [
    agent.emailAddress,
  ]);
  const form = {
    ...registrationForm(),
    emailAddress: agent.emailAddress as string,
    cellNumber: agent.cellNumber as string,
  };
  const { travelAgent } = await signInAgain(running, { id: rows[0].id, form }, 'Fynbos1!');
  expect(travelAgent.loyaltyTrackingNo).toBe(agent.loyaltyTrackingNo);
});

describe('a line is answered by itself', () => {
  test.each([
    [{ idNumber: '8001015009088' }, 'idNumber'],
    [{ activeFrom: '2025-02-30' }, 'activeFrom'],
    [{ loyaltyTrackingNo: '' }, 'loyaltyTrackingNo'],
    [{ surname: undefined }, 'surname'],
    [{ favouriteColour: 'green' }, 'favouriteColour'],
    [{ emailAddress: 'x' }, 'emailAddress'],
    [{ surname: 'a\u0000b' }, 'surname'],
  ])('with %j it is rejected by its path, its neighbours are recorded', async (changes, path) => {
    const { answers } = await load([line(), line(changes), line()]);
    expect(answers.map(({ result }) => result)).toEqual(['recorded', 'rejected', 'recorded']);
    expect(answers[1].errors.map((error: { path: string }) => error.path)).toContain(path);
  });

  test('a personal address and an odd tax number are taken, with a warning for the number', async () => {
    const { answers } = await load([line({ emailAddress: 'old.friend@gmail.com', taxNumber: '1' })]);
    expect(answers[0]).toMatchObject({ result: 'recorded', warnings: [{ path: 'taxNumber' }] });
  });

  test('a second line of the same e-mail address or ID number is a conflict, dry or not', async () => {
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

test('two imports of the same lines at once record each agent once', async () => {
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

test('an import that was cut off between claims and agents is taken up again', async () => {
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

test('an import that stood still between claims and agents records nobody whose address was taken over meanwhile', async () => {
  const slow = line();
  const quick = line({ emailAddress: slow.emailAddress });
  const { log } = running.services;
  const append = log.append.bind(log);
  let goOn = (): void => undefined;
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let stood: Promise<void> | undefined;
  const stands = new Promise<void>((resolve) => {
    log.append = async (changes) => {
      if (!stood && changes.some(({ stream }) => stream.streamId.startsWith('agent-'))) {
        stood = going;
        resolve();
        await stood;
      }
      return append(changes);
    };
  });
  const first = load([slow]);
  await stands;
  await running.pool.query(
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
