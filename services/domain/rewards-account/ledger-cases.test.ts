import { describe, expect, it } from 'vitest';
import type { TreatmentUsed } from '../agent/tax-treatment.ts';
import { amountsOf } from '../amounts.ts';
import { correctedBy } from './corrections-in-force.ts';
import { isUnchanged } from './payout/payout.ts';
import { AGENT, decisionOf, Ledger, PAYE } from './testing/ledger.ts';

describe('the ledger of an agent', () => {
  it('claws back a reward that was credited after its payment, and offsets it against later rewards', () => {
    const ledger = new Ledger();
    const about = { agentId: AGENT, today: '2026-04-01' };
    const reserve = (runId: string) =>
      ledger.do({
        type: 'ReservePayout',
        ...about,
        runId,
        cutOff: '2026-04-01',
        payDate: '2026-04-02',
        treatment: PAYE,
        minimumCents: 100_00,
      });
    ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 1, 'Earned', 200_00) });
    reserve('run1');
    ledger.do({ type: 'SettlePayout', ...about, runId: 'run1', answerId: 'a', paidOn: '2026-04-02' });
    ledger.do({ type: 'PostReward', ...about, today: '2026-05-01', decision: decisionOf('R1', 2, 'Declined', 0) });
    expect(ledger.events.at(-1)).toMatchObject({
      type: 'AccountAdjusted',
      data: { reason: 'Credited', nettCents: -150_00, dated: '2026-05-01' },
    });
    expect(ledger.state.balanceCents).toBe(-150_00);
    ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R2', 1, 'Earned', 400_00) });
    const [line] = reserve('run2');
    expect(line?.data).toMatchObject({ grossCents: 200_00, payeCents: 50_00, nettCents: 150_00 });
  });

  it('pays by the treatment of the day of payment and books the difference', () => {
    const ledger = new Ledger();
    const about = { agentId: AGENT, today: '2026-04-01' };
    ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 1, 'Earned', 200_00) });
    ledger.do({
      type: 'ReservePayout',
      ...about,
      runId: 'run1',
      cutOff: '2026-04-01',
      payDate: '2026-04-02',
      treatment: { kind: 'independent-contractor', rate: 0 },
      minimumCents: 100_00,
    });
    const entries = ledger.do({ type: 'SettlePayout', ...about, runId: 'run1', answerId: 'a', paidOn: '2026-04-02' });
    expect(entries.map(({ type }) => type)).toEqual(['AccountAdjusted', 'PayoutPaid']);
    expect(entries[0]?.data).toMatchObject({
      reason: 'TaxTreatment',
      grossCents: 0,
      payeCents: -50_00,
      nettCents: 50_00,
    });
    expect(ledger.state).toMatchObject({ balanceCents: 0, paidCents: 200_00, earnedCents: 0 });
  });

  it('books no difference where a reward was decided by the treatment that pays it', () => {
    const ledger = new Ledger();
    const about = { agentId: AGENT, today: '2026-04-01' };
    const treatment = { kind: 'independent-contractor', rate: 0 };
    const decision = { ...decisionOf('R1', 1, 'Earned', 200_00), treatment, ...amountsOf(200_00, 0) };
    ledger.do({ type: 'PostReward', ...about, decision });
    const run = { runId: 'run1', cutOff: '2026-04-01', payDate: '2026-04-02' };
    ledger.do({ type: 'ReservePayout', ...about, ...run, treatment, minimumCents: 100_00 });
    const entries = ledger.do({ type: 'SettlePayout', ...about, runId: 'run1', answerId: 'a', paidOn: '2026-04-02' });
    expect(entries.map(({ type }) => type)).toEqual(['PayoutPaid']);
    expect(ledger.state).toMatchObject({ balanceCents: 0, paidCents: 200_00, earnedCents: 0 });
  });

  it('keeps what finance corrected when a reward gets only a hold and another tax treatment', () => {
    const ledger = new Ledger();
    const about = { agentId: AGENT, today: '2026-04-01' };
    ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 1, 'Earned', 200_00) });
    const correction = { adjustmentId: 'c1', reason: 'Error' as const, text: 'x', reservationNo: 'R1', payeRate: null };
    ledger.do({ type: 'AdjustAccount', ...about, ...correction, grossCents: 40_00, treatmentRate: 0.25 });
    const untaxed = { treatment: { kind: 'independent-contractor', rate: 0 }, ...amountsOf(200_00, 0) };
    ledger.do({ type: 'PostReward', ...about, decision: { ...decisionOf('R1', 2, 'Pending', 200_00), ...untaxed } });
    ledger.do({ type: 'PostReward', ...about, decision: { ...decisionOf('R1', 3, 'Earned', 200_00), ...untaxed } });
    expect(ledger.state).toMatchObject({ balanceCents: 230_00, earnedCents: 200_00 });
  });

  it('owes no reward on hold after its payment was returned, even if its decision is repeated', () => {
    const ledger = new Ledger();
    const about = { agentId: AGENT, today: '2026-04-01' };
    const held = { type: 'PostReward', ...about, decision: decisionOf('R1', 2, 'Pending', 200_00) } as const;
    ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 1, 'Earned', 200_00) });
    const run = { runId: 'run1', cutOff: '2026-04-01', payDate: '2026-04-02' };
    ledger.do({ type: 'ReservePayout', ...about, ...run, treatment: PAYE, minimumCents: 100_00 });
    ledger.do(held);
    ledger.do({ type: 'SettlePayout', ...about, runId: 'run1', answerId: 'a', paidOn: '2026-04-02' });
    expect(ledger.do(held), 'while it is paid').toEqual([]);
    ledger.do({
      type: 'ReturnPayout',
      ...about,
      returnedOn: '2026-04-01',
      runId: 'run1',
      answerId: 'b',
      reason: 'closed',
    });
    expect(ledger.state).toMatchObject({ balanceCents: 150_00 });
    expect(ledger.do(held).map(({ type }) => type)).toEqual(['RewardPosted']);
    expect(ledger.state).toMatchObject({ balanceCents: 0, earnedCents: 0 });
    expect(ledger.state.rewards.get('R1')).toMatchObject({ status: 'Pending', nettCents: 150_00 });
  });

  describe('a correction that is reversed while a run has reserved it', () => {
    const about = { agentId: AGENT, today: '2026-04-01' };
    const DIRECTIVE = { kind: 'directive', rate: 0.4 };
    const reserve = (ledger: Ledger, runId: string, treatment: TreatmentUsed) =>
      ledger.do({
        type: 'ReservePayout',
        ...about,
        runId,
        cutOff: '2026-04-01',
        payDate: '2026-04-02',
        treatment,
        minimumCents: 100_00,
      });
    const pay = (ledger: Ledger, runId: string) =>
      ledger.do({ type: 'SettlePayout', ...about, runId, answerId: 'a', paidOn: '2026-04-02' });
    /** A reward and its correction in a run; the reward is rated again while the run has reserved them. */
    const rerated = (treatment: TreatmentUsed): Ledger => {
      const ledger = new Ledger();
      ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 1, 'Earned', 200_00) });
      const correction = {
        adjustmentId: 'c1',
        reason: 'Error',
        text: 'x',
        reservationNo: 'R1',
        payeRate: null,
        treatmentRate: 0.25,
      } as const;
      ledger.do({ type: 'AdjustAccount', ...about, ...correction, grossCents: 100_00 });
      reserve(ledger, 'run1', treatment);
      ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 2, 'Earned', 240_00) });
      expect(ledger.state.balanceCents).toBe(180_00);
      return ledger;
    };

    it.each([DIRECTIVE, PAYE])('is removed when the run drops the line, under $kind', (treatment) => {
      const ledger = rerated(treatment);
      ledger.do({ type: 'ReleasePayout', ...about, runId: 'run1', reason: 'AccountChanged' });
      expect(ledger.state.balanceCents).toBe(180_00);
      reserve(ledger, 'run2', PAYE);
      pay(ledger, 'run2');
      expect(ledger.state).toMatchObject({ balanceCents: 0, paidCents: 180_00 });
    });

    it.each([
      [DIRECTIVE, 144_00],
      [PAYE, 180_00],
    ])('is reversed at the rate of its payment under %o, independent of the tax of the next run', (treatment, due) => {
      const ledger = rerated(treatment);
      pay(ledger, 'run1');
      expect(ledger.state.balanceCents + ledger.state.paidCents).toBe(due);
      expect(correctedBy(ledger.state, 'R1')).toEqual(amountsOf(0, 0));
      ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R2', 1, 'Earned', 400_00) });
      reserve(ledger, 'run2', { kind: 'independent-contractor', rate: 0 });
      pay(ledger, 'run2');
      expect(ledger.state).toMatchObject({ balanceCents: 0, paidCents: due + 400_00 });
      ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 3, 'Earned', 260_00) });
      expect(ledger.state.balanceCents, 'nothing but the 20 more').toBe(20_00 * (1 - treatment.rate));
    });
  });

  it('does not expire rewards that a run reserves or that a clawback offsets', () => {
    const ledger = new Ledger();
    const about = { agentId: AGENT, today: '2026-04-01' };
    ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 1, 'Earned', 100_00) });
    ledger.do({ type: 'PostReward', ...about, today: '2026-04-02', decision: decisionOf('R2', 1, 'Earned', 100_00) });
    ledger.do({
      type: 'AdjustAccount',
      ...about,
      adjustmentId: 'a1',
      reason: 'Error',
      text: 'x',
      reservationNo: null,
      grossCents: -50_00,
      payeRate: 0,
      treatmentRate: 0.25,
    });
    const entries = ledger.do({ type: 'ExpireRewards', agentId: AGENT, today: '2029-05-01', expiryMonths: 36 });
    expect(entries.map(({ data }) => (data as { reservationNo: string }).reservationNo)).toEqual(['R2']);
  });

  describe('an opening balance', () => {
    const about = { agentId: AGENT, today: '2026-04-01' };
    const open = (ledger: Ledger, earnedCents: number) =>
      ledger.do({
        type: 'RecordOpeningBalance',
        ...about,
        asOf: '2026-02-28',
        earnedCents,
        paidCents: 0,
        grossThisTaxYearCents: 0,
        payeThisTaxYearCents: 0,
        treatment: PAYE,
      });

    it.each([
      ['does not expire rewards that offset it when it is below zero (E2)', -500_00, []],
      ['expires rewards beyond it when it is below zero', -100_00, ['R2']],
      ['expires rewards as usual when it is above zero', 500_00, ['R1', 'R2']],
    ])('%s', (_name, earnedCents, expected) => {
      const ledger = new Ledger();
      open(ledger, earnedCents);
      ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 1, 'Earned', 160_00) });
      ledger.do({ type: 'PostReward', ...about, today: '2026-04-02', decision: decisionOf('R2', 1, 'Earned', 160_00) });
      const entries = ledger.do({ type: 'ExpireRewards', agentId: AGENT, today: '2029-05-01', expiryMonths: 36 });
      expect(entries.map(({ data }) => (data as { reservationNo: string }).reservationNo)).toEqual(expected);
    });

    it.each([
      [-500_00, false],
      [500_00, true],
    ])('is unchanged in a frozen line only if it is above zero: %d cents, %s (O6)', (earnedCents, stays) => {
      const ledger = new Ledger();
      ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 1, 'Earned', 400_00) });
      const run = { runId: 'run1', cutOff: '2026-04-01', payDate: '2026-04-02' };
      ledger.do({ type: 'ReservePayout', ...about, ...run, treatment: PAYE, minimumCents: 100_00 });
      open(ledger, earnedCents);
      expect(isUnchanged(ledger.state, 'run1')).toBe(stays);
    });
  });

  describe('a correction of an expired reward', () => {
    const about = { agentId: AGENT, today: '2029-05-01' };
    const owed = { agentId: AGENT, status: 'Earned', ...amountsOf(200_00, 50_00) } as const;
    const post = (
      ledger: Ledger,
      decisionNo: number,
      status: 'Earned' | 'Declined',
      { gross = 200_00, before = owed }: { gross?: number; before?: typeof owed | null } = {},
    ) => {
      const decision = { ...decisionOf('R1', decisionNo, status, gross), before };
      return ledger.do({ type: 'PostReward', ...about, decision });
    };
    const correct = (ledger: Ledger, adjustmentId: string) => {
      const correction = { adjustmentId, reason: 'Error', text: 'x', reservationNo: 'R1', payeRate: null } as const;
      ledger.do({ type: 'AdjustAccount', ...about, ...correction, grossCents: 200_00, treatmentRate: 0.25 });
    };
    const expired = (): Ledger => {
      const ledger = new Ledger();
      const decision = decisionOf('R1', 1, 'Earned', 200_00);
      ledger.do({ type: 'PostReward', ...about, today: '2026-04-01', decision });
      ledger.do({ type: 'ExpireRewards', ...about, expiryMonths: 36 });
      correct(ledger, 'c1');
      expect(ledger.state.balanceCents).toBe(150_00);
      return ledger;
    };

    it('is reversed by a credit note, once (L9)', () => {
      const ledger = expired();
      post(ledger, 2, 'Declined');
      expect(ledger.state).toMatchObject({ balanceCents: 0, expiredCents: 150_00 });
      expect(post(ledger, 2, 'Declined')).toEqual([]);
      correct(ledger, 'c2');
      expect(post(ledger, 2, 'Declined'), 'the same decision, repeated').toEqual([]);
      expect(ledger.state.balanceCents).toBe(150_00);
    });

    it('stays after a decision by which nothing is owed, as before it (L9)', () => {
      const ledger = expired();
      post(ledger, 2, 'Declined');
      correct(ledger, 'c2');
      expect(post(ledger, 3, 'Declined', { before: null })).toEqual([]);
      expect(ledger.state.balanceCents).toBe(150_00);
    });

    it('stays after a decision at another amount, which the reward does not follow (E3)', () => {
      const ledger = expired();
      expect(post(ledger, 2, 'Earned', { gross: 240_00 })).toEqual([]);
      expect(ledger.state.balanceCents).toBe(150_00);
    });
  });
});
