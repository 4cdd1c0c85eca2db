import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { plainRand } from '@fynbos/domain/money.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { rebuild } from '@fynbos/projections/engine/rebuild/rebuild.ts';
import { type IncentiveRow, incentives } from '@fynbos/projections/incentives/incentives.ts';
import { parse } from 'csv-parse/sync';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminToken } from '../testing/people.ts';
import { openProgramme60, type Programme } from '../testing/programme.ts';
import { ADMIN2 } from '../testing/running-app.ts';
import { until } from '../testing/until.ts';

type Cells = Record<string, string>;
const cents = (rand: string | undefined): number => Math.round(Number(rand) * 100);
const YEAR = { from: '2025-03-01', to: '2026-12-31' };

let programme: Programme;
let second: string;

/** Runs a simulation and returns its record at the end. */
async function simulate(definition: object) {
  const { body } = await programme.post('/admin/what-ifs', definition).expect(202);
  return until(async () => {
    const { body: run } = await programme.get(`/admin/what-ifs/${body.id}`).expect(200);
    return run.state === 'waiting' || run.state === 'running' ? null : run;
  });
}
const csvOf = async (path: string): Promise<Cells[]> =>
  parse((await programme.get(path).expect(200)).text, { columns: true });
const balancesByNumber = async (): Promise<Map<string, Cells>> =>
  new Map((await csvOf('/admin/reports/balances.csv')).map((row) => [row.loyaltyTrackingNo as string, row]));
const rows = async (): Promise<IncentiveRow[]> =>
  (await programme.running.pool.query<IncentiveRow>('select * from rm_incentives.incentives order by "reservationNo"'))
    .rows;

/** Requests the correction of a simulation, approves it as another person, and returns it when it is booked. */
async function commit(id: string, reason = 'Error') {
  const { body } = await programme
    .post(`/admin/what-ifs/${id}/correction`, { reason, text: 'Board of November' })
    .expect(202);
  const approval = `/admin/approvals/${body.approvalId}/approve`;
  await programme.post(approval, { reason: 'seen' }).expect(403);
  await programme.post(approval, { reason: 'seen' }, second).expect(200);
  await programme.post(approval, { reason: 'again' }, second).expect(409);
  const booked = await until(async () => {
    const { body: all } = await programme.get('/admin/recalculations').expect(200);
    return (
      all.find((one: { whatIfId: string; status: string }) => one.whatIfId === id && one.status === 'booked') ?? null
    );
  });
  await programme.settled();
  return booked;
}

/** Sends a credit note for the invoice of a reservation. */
async function credit({ reservationNo, invoiceNo }: IncentiveRow): Promise<void> {
  const scopes = ['rental-events:write', 'rental-events:any'];
  const { body } = await programme.post('/admin/integrators', { name: 'Credits', scopes }).expect(201);
  const at = programme.running.clock.now;
  await request(programme.running.app)
    .post('/api/integrations/rental-events')
    .auth(body.apiKey, { type: 'bearer' })
    .send({
      type: 'credit-note',
      eventId: randomUUID(),
      occurredAt: at.toISOString(),
      reservationNo,
      invoiceNo,
      creditNoteNo: `CN-${invoiceNo}`,
      creditDate: dayOf(at),
    })
    .expect(201);
  await programme.settled();
}

beforeAll(async () => {
  programme = await openProgramme60(new Date('2026-11-17T08:00:00.000Z'));
  second = await adminToken(programme.running, ADMIN2);
  const runId = await programme.exportRun('2026-11-17');
  await programme.answerRun(runId, '2026-11-17', 'reference,outcome,reason\n');
});
afterAll(() => programme.running.close());

describe('a simulation', () => {
  test('rejects a definition without assumptions or with contradictory ones', async () => {
    const refused = async (definition: object, field: string) => {
      const { body } = await programme.post('/admin/what-ifs', definition).expect(422);
      expect(body.errors.map((error: { field: string }) => error.field)).toContain(field);
    };
    await refused(YEAR, 'policy');
    await refused({ from: '2026-02-30', to: '2026-03-01', policy: { effectiveFrom: '2026-01-01' } }, 'from');
    await refused({ ...YEAR, to: '2024-01-01', reassess: { promotionId: 'x' } }, 'to');
    await refused(
      { ...YEAR, promotions: [{ promotionId: 'x', effectiveFrom: '2026-01-01', promoRate: 0.1 }] },
      'promotions.0.promotionId',
    );
    await refused({ ...YEAR, policy: { effectiveFrom: '2026-01-01', payeRate: 1 } }, 'policy.payeRate');
    await programme.get('/admin/what-ifs/nothing').expect(404);
  });

  test('repeats the whole history without a difference from the record', async () => {
    const run = await simulate({
      ...YEAR,
      policy: { effectiveFrom: '2025-01-01', minimumRewardCents: 50_00, payeRate: 0.25 },
    });
    expect(run).toMatchObject({ state: 'done', error: null });
    const { totals } = run;
    const decided = (await rows()).filter(({ agentId }) => agentId !== null);
    expect(totals.reservations).toBe(decided.length);
    expect(totals.nettCents).toBe(decided.reduce((sum, { nettCents }) => sum + nettCents, 0));
    expect([totals.assumedGrossCents, totals.assumedNettCents]).toEqual([totals.grossCents, totals.nettCents]);
    expect(totals.correction).toEqual({ reservations: 0, agents: 0, grossCents: 0, payeCents: 0, nettCents: 0 });
    await programme.post(`/admin/what-ifs/${run.id}/correction`, { reason: 'Error', text: 'x' }).expect(409);
  });

  test('applies a higher minimum to each reservation, with sums by agent, promotion and month', async () => {
    const minimum = 95_00;
    const run = await simulate({ ...YEAR, policy: { effectiveFrom: '2026-01-01', minimumRewardCents: minimum } });
    const corrections = new Map<string, number>();
    for (const row of await rows()) {
      const isRewarded = row.status === 'Paid' || row.status === 'Earned' || row.reason === 'RewardExceedsRevenue';
      if (!isRewarded || row.invoiceDate < '2026-01-01') continue;
      const reward = Math.max(minimum, Math.round(row.tkRevenueCents * (row.rate ?? 0)));
      const gross = reward > row.tkRevenueCents ? 0 : reward;
      const difference = gross - Math.round(gross / 4) - row.nettCents;
      if (difference !== 0) corrections.set(row.reservationNo, difference);
    }
    expect(corrections.size).toBeGreaterThan(50);
    const lines = await csvOf(`/admin/what-ifs/${run.id}/result.csv?by=reservation`);
    const booked = lines.filter(({ correctionNett }) => correctionNett !== '0.00');
    expect(new Map(booked.map((line) => [line.reservationNo, cents(line.correctionNett)]))).toEqual(corrections);
    for (const by of ['agent', 'promotion', 'month']) {
      const groups = await csvOf(`/admin/what-ifs/${run.id}/result.csv?by=${by}`);
      for (const [column, total] of [
        ['nett', run.totals.nettCents],
        ['assumedGross', run.totals.assumedGrossCents],
        ['correctionNett', run.totals.correction.nettCents],
      ] as const)
        expect(
          groups.reduce((sum, group) => sum + cents(group[column]), 0),
          `${by} ${column}`,
        ).toBe(total);
    }
    const { body, headers } = await programme
      .get(`/admin/what-ifs/${run.id}/results?by=month&filter={"changed":true}&range=[0,4]`)
      .expect(200);
    expect(headers['content-range']).toMatch(/^results 0-4\/\d+$/);
    expect(body[0]).toMatchObject({ id: '2026-01', month: '2026-01' });
    await programme.get(`/admin/what-ifs/${run.id}/results?by=agent&filter={"name":1}`).expect(400);
    await programme.get(`/admin/what-ifs/${run.id}/results?by=agent&filter={"month":"2026-03"}`).expect(400);
    await programme.get(`/admin/what-ifs/${run.id}/results?sort=["schema","ASC"]`).expect(400);
  });

  test('runs next to others, and one of them can be cancelled', async () => {
    const definitions = [60_00, 70_00, 80_00].map((minimumRewardCents) => ({
      ...YEAR,
      policy: { effectiveFrom: '2025-01-01', minimumRewardCents },
    }));
    const runs = await Promise.all(definitions.map(simulate));
    const nett = runs.map(({ totals }) => totals.correction.nettCents);
    expect(new Set(nett).size).toBe(3);
    await programme.post(`/admin/what-ifs/${runs[0].id}/cancel`, {}).expect(409);
  });

  test('is listed page by page, and without a range in one list', async () => {
    const idsOf = async (query: string) => {
      const { body, headers } = await programme.get(`/admin/what-ifs${query}`).expect(200);
      return { ids: body.map(({ id }: { id: string }) => id), range: headers['content-range'] };
    };
    const { ids: all } = await idsOf('');
    expect(all.length).toBeGreaterThan(3);
    expect(await idsOf('?range=[1,2]')).toEqual({ ids: all.slice(1, 3), range: `what-ifs 1-2/${all.length}` });
    expect(await idsOf('?range=[1000,1009]')).toEqual({ ids: [], range: `what-ifs 0-0/${all.length}` });
    await programme.get('/admin/what-ifs?filter={"state":"done"}').expect(400);
  });
});

describe('a correction from a simulation', () => {
  test('books its preview once, as entries, and keeps the recorded decisions', async () => {
    const { body: promotions } = await programme.get('/admin/promotions').expect(200);
    const promotionId = promotions.find(({ promoCode }: { promoCode: string }) => promoCode === 'GREEN04').id;
    const definition = {
      ...YEAR,
      policy: { effectiveFrom: '2026-02-01', minimumRewardCents: 64_00 },
      promotions: [{ promotionId, effectiveFrom: '2025-06-01', promoRate: 0.1 }],
    };
    const run = await simulate(definition);
    const preview = await csvOf(`/admin/what-ifs/${run.id}/result.csv?by=agent`);
    const [before, decided, rewards] = [
      await balancesByNumber(),
      await rows(),
      await csvOf('/admin/reports/rewards.csv'),
    ];

    const booked = await commit(run.id);
    expect(booked).toMatchObject({ how: 'adjust', booked: run.totals.correction, preview: run.totals.correction });
    const after = await balancesByNumber();
    expect(preview.some(({ correctionNett }) => Number(correctionNett) < 0)).toBe(true);
    for (const { loyaltyTrackingNo = '', correctionNett } of preview) {
      const [was, is] = [before.get(loyaltyTrackingNo), after.get(loyaltyTrackingNo)];
      expect(cents(is?.balance), loyaltyTrackingNo).toBe(cents(was?.balance) + cents(correctionNett));
      expect({ ...is, balance: '' }).toEqual({ ...was, balance: '' });
    }
    expect(await rows()).toEqual(decided);
    expect(await csvOf('/admin/reports/rewards.csv')).toEqual(rewards);

    const { rows: entries } = await programme.running.pool.query(
      `select count(*)::int as entries, count(distinct data->>'adjustmentId')::int as ids, min(data->>'reason') as reason
       from eventstore.events where type = 'AccountAdjusted' and data->>'adjustmentId' like $1`,
      [`${booked.id}:%`],
    );
    const { reservations } = run.totals.correction;
    expect(entries[0]).toEqual({ entries: reservations, ids: reservations, reason: 'Error' });

    const again = await simulate(definition);
    expect(again.totals.correction.reservations, 'what was corrected needs no correction').toBe(0);
    const elsewhere = await simulate({ ...YEAR, policy: { effectiveFrom: '2025-01-01', minimumRewardCents: 50_00 } });
    expect(elsewhere.totals.correction.reservations, 'and is not undone by terms that change nothing').toBe(0);
  });

  test('leaves read models that equal a rebuild row for row', async () => {
    const { pool, services } = programme.running;
    const parts = foldPartsOf(services.log, pool);
    const results = await rebuild(parts, [incentives, balances], { compare: true, swap: 'never' });
    expect(results.map(({ comparison }) => comparison?.equal)).toEqual([true, true]);
  });
});

describe('a back-dated promotion change', () => {
  test('changes no reservation until finance decides them again with a preview and an approval (R14)', async () => {
    const { body: promotions } = await programme.get('/admin/promotions').expect(200);
    const { id, version } = promotions.find(({ promoCode }: { promoCode: string }) => promoCode === 'GREEN05');
    const change = await request(programme.running.app)
      .put(`/api/admin/promotions/${id}`)
      .auth(second, { type: 'bearer' })
      .set('If-Match', String(version))
      .send({ promoRate: 0.3, effectiveFrom: '2025-05-01' })
      .expect(202);
    const decided = await rows();
    const { body: shown } = await programme.get(`/admin/approvals/${change.body.approvalId}/effect`).expect(200);
    await programme.post(`/admin/approvals/${change.body.approvalId}/approve`, { reason: 'seen' }).expect(200);
    await programme.settled();
    expect(await rows()).toEqual(decided);

    const run = await simulate({ ...YEAR, reassess: { promotionId: id } });
    expect(run.totals.correction.reservations).toBeGreaterThan(5);
    // The approver was shown what the recalculation then programme.
    expect(shown.effect).toEqual(run.totals.correction);
    const preview = await csvOf(`/admin/what-ifs/${run.id}/result.csv?by=agent`);
    const lines = new Map(
      (await csvOf(`/admin/what-ifs/${run.id}/result.csv?by=reservation`)).map((line) => [line.reservationNo, line]),
    );
    const before = await balancesByNumber();
    const booked = await commit(run.id, 'Rerated');
    expect(booked).toMatchObject({ how: 'reassess', booked: run.totals.correction });
    const after = await balancesByNumber();
    for (const { loyaltyTrackingNo = '', correctionNett } of preview)
      expect(cents(after.get(loyaltyTrackingNo)?.balance), loyaltyTrackingNo).toBe(
        cents(before.get(loyaltyTrackingNo)?.balance) + cents(correctionNett),
      );
    const again = (await rows()).filter(({ decisionNo }, at) => decisionNo !== decided[at]?.decisionNo);
    expect(again.length).toBeGreaterThanOrEqual(run.totals.correction.reservations);
    for (const row of again) {
      expect(row).toMatchObject({ promoCode: 'GREEN05' });
      const line = lines.get(row.reservationNo);
      expect(line?.assumedStatus).toBe(row.status);
      // A paid reward is never edited: the difference is an entry (L4).
      if (row.status !== 'Paid') expect(line?.assumedGross).toBe(plainRand(row.grossCents));
    }
    const untouched = [...lines].filter(([reservationNo]) => !again.some((row) => row.reservationNo === reservationNo));
    expect(untouched.every(([, line]) => line.correctionNett === '0.00')).toBe(true);
    expect((await simulate({ ...YEAR, reassess: { promotionId: id } })).totals.correction.reservations).toBe(0);
  });

  test('needs an approval from an import too, once there are decisions (P6, X3)', async () => {
    const send = async (lines: string, query = '') => {
      const headers = { 'Content-Type': 'application/x-ndjson' };
      const { text } = await programme.upload(`/admin/import${query}`, lines, headers).expect(200);
      return text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    };
    const rate = { type: 'promotion-change', promoCode: 'GREEN07', effectiveFrom: '2025-05-02', promoRate: 1 };
    const [line, other] = [JSON.stringify(rate), JSON.stringify({ ...rate, promoRate: 0.9 })];
    const warnings = [{ path: 'effectiveFrom', message: 'Another administrator must approve it.' }];
    const answers = [{ result: 'recorded', warnings }, { result: 'duplicate', warnings }, { result: 'conflict' }];
    expect(await send([line, line, other].join('\n'), '?dryRun=true')).toMatchObject([...answers, {}]);
    expect(await send([line, line, other].join('\n'))).toMatchObject([...answers, {}]);
    const rates = async () =>
      (await programme.get('/admin/promotions?filter={"promoCode":"GREEN07"}').expect(200)).body[0].rates;
    expect(await rates()).not.toContainEqual(expect.objectContaining({ promoRate: 1 }));
    const filter = encodeURIComponent(JSON.stringify({ kind: 'promotion.back-date', status: 'waiting' }));
    const { body: waiting } = await programme.get(`/admin/approvals?filter=${filter}`).expect(200);
    const approve = `/admin/approvals/${waiting[0].id}/approve`;
    await programme.post(approve, { reason: 'own' }).expect(403);
    await programme.post(approve, { reason: 'seen' }, second).expect(200);
    await programme.settled();
    expect(await rates()).toContainEqual(expect.objectContaining({ promoRate: 1 }));
    expect(await send(line)).toMatchObject([{ result: 'duplicate' }, {}]);
    const again = await send(await readFile('tests/fixtures/programme-60/programme.ndjson', 'utf8'));
    expect(again.at(-1)).toMatchObject({ summary: { received: 84, duplicate: 84 } });
  });
});

describe('an approved correction', () => {
  test('books nothing if the terms changed after the preview, and gives the reason', async () => {
    const { body: promotions } = await programme.get('/admin/promotions').expect(200);
    const { id } = promotions.find(({ promoCode }: { promoCode: string }) => promoCode === 'GREEN04');
    const rate = async (promoRate: number) => {
      const { body } = await programme.get(`/admin/promotions/${id}`).expect(200);
      const change = await request(programme.running.app)
        .put(`/api/admin/promotions/${id}`)
        .auth(second, { type: 'bearer' })
        .set('If-Match', String(body.version))
        .send({ promoRate, effectiveFrom: '2025-05-01' })
        .expect(202);
      await programme.post(`/admin/approvals/${change.body.approvalId}/approve`, { reason: 'seen' }).expect(200);
      await programme.settled();
    };
    await rate(0.31);
    const run = await simulate({ ...YEAR, reassess: { promotionId: id } });
    const { body } = await programme
      .post(`/admin/what-ifs/${run.id}/correction`, { reason: 'Rerated', text: 'Board of November' })
      .expect(202);
    await rate(0.9);
    const before = [await rows(), await balancesByNumber()];
    await programme.post(`/admin/approvals/${body.approvalId}/approve`, { reason: 'seen' }, second).expect(200);
    const refused = await until(async () => {
      const { body: all } = await programme.get('/admin/recalculations').expect(200);
      const one = all.find(({ whatIfId }: { whatIfId: string }) => whatIfId === run.id);
      return one && one.status !== 'booking' ? one : null;
    });
    await programme.settled();
    expect(refused).toMatchObject({
      status: 'refused',
      booked: null,
      preview: run.totals.correction,
      refusal: expect.stringContaining('The data changed after the preview'),
    });
    expect(refused.found.nettCents).toBeGreaterThan(run.totals.correction.nettCents);
    expect([await rows(), await balancesByNumber()]).toEqual(before);
  });
});

describe('the reports of a past day', () => {
  test('equal the exports of that day', async () => {
    const texts = async (query = '') => ({
      balances: (await programme.get(`/admin/reports/balances.csv${query}`).expect(200)).text,
      rewards: (await programme.get(`/admin/reports/rewards.csv${query}`).expect(200)).text,
    });
    const exported = await texts();
    await programme.moveTo(new Date('2026-11-19T08:00:00.000Z'));
    second = await adminToken(programme.running, ADMIN2);
    const run = await simulate({ ...YEAR, policy: { effectiveFrom: '2025-01-01', minimumRewardCents: 120_00 } });
    await commit(run.id, 'Other');
    const runId = await programme.exportRun('2026-11-19');
    await programme.answerRun(runId, '2026-11-19', 'reference,outcome,reason\n');
    await credit((await rows()).find(({ status }) => status === 'Paid') as IncentiveRow);
    const now = await texts();
    expect(now.balances).not.toBe(exported.balances);
    expect(now.rewards).not.toBe(exported.rewards);
    expect(await texts('?asOf=2026-11-17')).toEqual(exported);
    expect(await texts('?asOf=2026-11-18T23:00:00%2B02:00')).toEqual(exported);
    expect(await texts('?asOf=2026-11-19')).toEqual(now);
  });
});

test('corrections are listed page by page, and without a range in one list', async () => {
  const idsOf = async (query: string) => {
    const { body, headers } = await programme.get(`/admin/recalculations${query}`).expect(200);
    return { ids: body.map(({ id }: { id: string }) => id), range: headers['content-range'] };
  };
  const { ids: all } = await idsOf('');
  expect(all.length).toBeGreaterThan(1);
  const page = { ids: all.slice(1, 2), range: `recalculations 1-1/${all.length}` };
  expect(await idsOf('?range=[1,1]&sort=["orderedAt","DESC"]')).toEqual(page);
  await programme.get('/admin/recalculations?filter={"status":"booked"}').expect(400);
  await programme.get('/admin/recalculations?sort=["nosuchfield","ASC"]').expect(400);
});
