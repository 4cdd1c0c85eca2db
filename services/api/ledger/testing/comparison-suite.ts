import { describe, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { cents, csv, fixture, pdf, sum } from './fixture.ts';

interface Sums {
  readonly grossCents: number;
  readonly payeCents: number;
  readonly nettCents: number;
}
interface Comparison {
  readonly id: string;
  readonly status: string;
  readonly opening: Sums;
  readonly closing: Sums;
  readonly bridge: readonly (Sums & { readonly cause: string; readonly entries: number })[];
  readonly entries: number;
}

describe('a comparison of two moments', () => {
  const compare = async (definition: object): Promise<Comparison> => {
    const { body } = await fixture.programme.post('/admin/comparisons', definition).expect(202);
    await fixture.programme.settled();
    return until(async () => {
      const { body: found } = await fixture.programme.get(`/admin/comparisons/${body.id}`).expect(200);
      return found.status === 'running' ? null : found;
    });
  };
  const owedAt = async (moment: string): Promise<number> =>
    sum(await csv(`/admin/reports/balances.csv?asOf=${moment}`), ({ balance }) => cents(balance));
  const nett = (steps: readonly Sums[]): number => sum([...steps], ({ nettCents }) => nettCents);

  test('leads from the balances of one day to those of another, with the same sums in every file', async () => {
    const [from, to] = ['2026-11-17', '2026-11-19'];
    const found = await compare({ basis: 'balances', from, to, reason: 'What did the run of the 18th change?' });
    expect(found.status).toBe('finished');
    expect(found.opening.nettCents).toBe(await owedAt(from));
    expect(found.closing.nettCents).toBe(await owedAt(to));
    expect(found.opening.nettCents + nett(found.bridge)).toBe(found.closing.nettCents);
    expect(found.bridge.map(({ cause }) => cause)).toEqual(['payout', 'return']);
    const change = found.closing.nettCents - found.opening.nettCents;
    for (const by of ['cause', 'promotion', 'agent', 'entry']) {
      const rows = await csv(`/admin/comparisons/${found.id}/result.csv?by=${by}`);
      expect(
        sum(rows, (row) => cents(row.nett)),
        by,
      ).toBe(change);
      const { body, headers } = await fixture.programme
        .get(`/admin/comparisons/${found.id}/results?by=${by}&range=[0,4]`)
        .expect(200);
      expect(headers['content-range']).toContain(`/${rows.length}`);
      expect(body.length).toBe(Math.min(5, rows.length));
    }
    for (const list of ['/admin/comparisons', `/admin/comparisons/${found.id}/results`])
      await fixture.programme.get(`${list}?filter={"cause":"payout"}`).expect(400);
    expect((await pdf(`/admin/comparisons/${found.id}/result.pdf`)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  // Invoices of other months were moved into these months, or theirs were moved away.
  test.each(['2025-08', '2025-09', '2025-11', '2025-12', '2026-04', '2026-06'])(
    'shows every reward of %s between its first recording and now, reservation by reservation',
    async (month) => {
      const from = '2026-11-01T00:00:00+02:00';
      const months = { from: month, to: month };
      const found = await compare({ basis: 'rewards', months, from, reason: 'Late invoices of one month' });
      expect(found.status).toBe('finished');
      expect(found.opening).toEqual({ grossCents: 0, payeCents: 0, nettCents: 0 });
      const rewards = (await csv('/admin/reports/rewards.csv')).filter(
        (row) => row.month === month && (row.status === 'Paid' || row.status === 'Earned'),
      );
      expect(rewards.length).toBeGreaterThan(0);
      expect(found.closing.grossCents).toBe(sum(rewards, ({ gross }) => cents(gross)));
      const rows = await csv(`/admin/comparisons/${found.id}/result.csv?by=reservation`);
      // A reward that was credited again, or moved to another month, stays listed with 0.00.
      const changed = rows.filter(({ gross }) => gross !== '0.00');
      expect(new Map(changed.map((row) => [row.reservationNo, row.gross]))).toEqual(
        new Map(rewards.map((row) => [row.reservationNo, row.gross])),
      );
      // A reservation that was credited and invoiced again is decided at another amount if the account was posted in
      // between; otherwise the account has only the newest decision.
      for (const { reservationNo, causes } of changed)
        expect(causes, reservationNo).toMatch(
          /Invoices recorded after their month|moved into these months|released from hold|decided at another amount/,
        );
    },
  );

  test('stays listed with its requester and reason, and is rejected without a reason or in the future', async () => {
    const { body } = await fixture.programme.get('/admin/comparisons?range=[0,9]').expect(200);
    const reasons = new Set(body.map(({ reason }: { reason: string }) => reason));
    expect([...reasons].sort()).toEqual(['Late invoices of one month', 'What did the run of the 18th change?']);
    expect(body[0].requestedByName).not.toBe('');
    const asked = { basis: 'balances', from: '2026-11-17' };
    await fixture.programme.post('/admin/comparisons', asked).expect(422);
    await fixture.programme.post('/admin/comparisons', { ...asked, to: '2026-12-31', reason: 'x' }).expect(422);
    await fixture.programme.get('/admin/comparisons/unknown').expect(404);
  });
});
