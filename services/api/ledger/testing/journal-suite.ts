import { monthEndPack } from '@fynbos/application/month-close/month-end-pack.ts';
import { addDays } from '@fynbos/domain/calendar.ts';
import { beforeAll, describe, expect, test } from 'vitest';

import { cents, csv, fixture, pdf, sum } from './fixture.ts';

describe('the journal and the statements', () => {
  let runId: string;
  let failed: string;
  let returned: string;

  beforeAll(async () => {
    await fixture.programme.moveTo(new Date('2026-11-18T08:00:00.000Z'));
    runId = await fixture.programme.exportRun('2026-11-18');
    const lines = (await csv(`/admin/payouts/${runId}/statement.csv`)).filter(
      ({ state, loyaltyTrackingNo }) => state === 'frozen' && loyaltyTrackingNo !== fixture.leaverNo,
    );
    [failed, returned] = lines.map(({ loyaltyTrackingNo }) => loyaltyTrackingNo) as [string, string];
    await fixture.programme.answerRun(
      runId,
      '2026-11-18',
      `reference,outcome,reason\n${failed},failed,Account closed\n`,
    );
    await fixture.programme.moveTo(new Date('2026-11-19T08:00:00.000Z'));
    await fixture.programme.answerRun(
      runId,
      '2026-11-19',
      `reference,outcome,reason\n${returned},returned,No such account\n`,
    );
    await fixture.programme.moveTo(new Date('2026-11-20T08:00:00.000Z'));
    const { rows } = await fixture.programme.running.pool.query(
      'select "isMinimumWaived", "balanceCents" from rm_balances.balances where "agentId" = $1',
      [fixture.leaver],
    );
    expect(rows, 'paid below the minimum, once').toEqual([{ isMinimumWaived: false, balanceCents: 0 }]);
  });

  test('debits equal credits on each day, and the accounts agree with balances, runs and tax', async () => {
    const lines = await csv('/admin/reports/journal.csv?from=2000-01-01&to=2026-11-19');
    const days = [...new Set(lines.map(({ bookedOn }) => bookedOn))];
    expect(days).toEqual(['2026-11-17', '2026-11-18', '2026-11-19']);
    for (const day of days) {
      const own = lines.filter(({ bookedOn }) => bookedOn === day);
      expect(
        sum(own, ({ debit }) => cents(debit)),
        day,
      ).toBe(sum(own, ({ credit }) => cents(credit)));
    }
    expect(new Set(lines.map(({ reference }) => reference)).size).toBe(lines.length);
    const credits = (code: string) =>
      sum(
        lines.filter(({ account }) => account === code),
        ({ debit, credit }) => cents(credit) - cents(debit),
      );
    const balances = await csv('/admin/reports/balances.csv');
    expect(credits('2310')).toBe(sum(balances, ({ balance }) => cents(balance)));
    expect(credits('1010')).toBe(sum(balances, ({ paid }) => cents(paid)));
    const rewards = await csv('/admin/reports/rewards.csv');
    const paid = rewards.filter(({ status }) => status === 'Paid');
    expect(credits('2330')).toBe(sum(paid, ({ paye }) => cents(paye)));
    expect(-credits('6100') - fixture.corrected).toBe(
      sum(
        rewards.filter(({ status }) => status === 'Earned' || status === 'Paid'),
        ({ gross }) => cents(gross),
      ),
    );
  });

  test('exports the same lines for the same days, and rejects today', async () => {
    const path = '/admin/reports/journal.csv?from=2026-11-17&to=2026-11-18';
    const before = (await fixture.programme.get(path).expect(200)).text;
    await fixture.programme.moveTo(new Date('2026-11-21T08:00:00.000Z'));
    expect((await fixture.programme.get(path).expect(200)).text).toBe(before);
    const { body } = await fixture.programme
      .get('/admin/reports/journal.csv?from=2026-11-17&to=2026-11-21')
      .expect(422);
    expect(body.errors).toEqual([{ field: 'to', message: expect.stringContaining('2026-11-20') }]);
  });

  test('a payout statement equals the line of the run, reward by reward', async () => {
    const lines = await csv(`/admin/payouts/${runId}/statement.csv`);
    const states = new Set<string>();
    const owed = await csv('/admin/reports/rewards.csv');
    const { rows } = await fixture.programme.running.pool.query('select id, "loyaltyTrackingNo" from rm_agents.agents');
    const idOf = new Map(rows.map((row) => [row.loyaltyTrackingNo, row.id]));
    for (const line of lines.filter(({ state }) => state !== 'left-out').slice(0, 12)) {
      const path = `/admin/payouts/${runId}/agents/${idOf.get(line.loyaltyTrackingNo)}/statement`;
      const statement = await csv(`${path}.csv`);
      const total = statement.at(-1);
      states.add(total?.Details ?? '');
      expect(cents(total?.Nett)).toBe(cents(line.nett));
      const parts = statement.slice(0, -1);
      expect(sum(parts, ({ Nett }) => cents(Nett))).toBe(cents(line.nett));
      expect(sum(parts, ({ Gross }) => cents(Gross))).toBe(cents(line.gross));
      for (const { 'Reservation or reason': name } of parts.filter(({ Type }) => Type === 'Reward'))
        expect(owed.find(({ reservationNo }) => reservationNo === name)?.loyaltyTrackingNo).toBe(
          line.loyaltyTrackingNo,
        );
    }
    expect([...states].sort()).toEqual([
      'Not paid: it is owed again',
      'Paid',
      'Returned by the bank: it is owed again',
    ]);
    const id = idOf.get(returned);
    expect((await pdf(`/admin/payouts/${runId}/agents/${id}/statement.pdf`)).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await pdf(`/admin/payouts/${runId}/statement.pdf`)).subarray(0, 5).toString()).toBe('%PDF-');
    await fixture.programme.get(`/admin/payouts/${runId}/agents/999999/statement.csv`).expect(404);
  });

  test('the page of a paid reward shows what was paid, and by which run', async () => {
    const rewards = await csv('/admin/reports/rewards.csv');
    const pageOf = async (status: string) => {
      const row = rewards.find((each) => each.status === status);
      return { row, page: (await fixture.programme.get(`/admin/rewards/${row?.reservationNo}`).expect(200)).body };
    };
    const { row, page } = await pageOf('Paid');
    expect(page.settled).toMatchObject({
      as: 'Paid',
      grossCents: cents(row?.gross),
      nettCents: cents(row?.nett),
      runId,
    });
    expect(page.explanation).toContain(`R${row?.gross}`);
    expect((await pageOf('Earned')).page.settled).toBeNull();
  });

  test('an account statement leads from the opening balance to the balance owed', async () => {
    const balances = await csv('/admin/reports/balances.csv');
    const { rows } = await fixture.programme.running.pool.query('select id, "loyaltyTrackingNo" from rm_agents.agents');
    for (const { id, loyaltyTrackingNo } of rows.slice(0, 10)) {
      const statement = await csv(`/admin/travel-agents/${id}/statement.csv?from=2026-11-18&to=2026-11-30`);
      const owed = balances.find((row) => row.loyaltyTrackingNo === loyaltyTrackingNo)?.balance;
      expect(statement.at(-1)?.balance).toBe(owed);
      const opening = cents(statement[0]?.balance);
      expect(opening + sum(statement.slice(1, -1), ({ nett }) => cents(nett))).toBe(cents(owed));
    }
    const of = `/admin/travel-agents/${rows[0].id}/statement.pdf?from=2000-01-01&to=2026-11-30`;
    expect((await pdf(of)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('the liability at the end of a day equals the journal up to that day', async () => {
    for (const day of ['2026-11-17', '2026-11-18', '2026-11-19']) {
      const aged = await csv(`/admin/reports/liability.csv?asOf=${day}`);
      const lines = await csv(`/admin/reports/journal.csv?from=2000-01-01&to=${day}`);
      const payable = lines.filter(({ account }) => account === '2310');
      const owed = sum(payable, ({ debit, credit }) => cents(credit) - cents(debit));
      expect(cents(aged.at(-1)?.owed), day).toBe(owed);
    }
  });

  test.each(['2026-11-18', '2026-11-21'])(
    'every figure of the pack of a running month ends the day before %s',
    async (day) => {
      const { services } = fixture.programme.running;
      const at = new Date(`${day}T09:00:00.000Z`);
      const pack = await monthEndPack(services, '2026-11', at, new AbortController().signal);
      if (!pack) throw new Error('the pack was stopped');
      const { movements, paye, runs, accounts } = pack;
      const paid = movements.find(({ kind }) => kind === 'payout')?.nettCents ?? 0;
      const payable = accounts.find(({ code }) => code === '2330');
      expect(pack.to).toBe(addDays(day, -1));
      expect(paid > 0).toBe(day === '2026-11-21');
      expect(sum(runs, (run) => run.paid.nettCents + run.returned.nettCents)).toBe(paid);
      expect(sum(paye, ({ payeCents }) => payeCents)).toBe((payable?.creditCents ?? 0) - (payable?.debitCents ?? 0));
    },
  );

  test('the month-end pack is a PDF, and a future month has none', async () => {
    const pack = await pdf('/admin/reports/month-end.pdf?month=2026-11');
    expect(pack.subarray(0, 5).toString()).toBe('%PDF-');
    await fixture.programme.get('/admin/reports/month-end.pdf?month=2026-12').expect(422);
  });
});
