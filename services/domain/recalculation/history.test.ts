import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../calendar.ts';
import { fold } from '../decider.ts';
import { type Promotion, promotionDecider } from '../promotion/promotion.ts';
import { assess } from '../rental/assess.ts';
import type { FactEvent, RentalEvent } from '../rental/events.ts';
import { nextDecision, rentalDecider } from '../rental/rental.ts';
import type { Rental } from '../rental/state.ts';
import { FIRST_TERMS, type RewardPolicy, rewardPolicyDecider } from '../reward-policy/reward-policy.ts';
import { NOTHING } from '../rewards-account/amounts.ts';
import { correctedBy } from '../rewards-account/corrections-in-force.ts';
import { payableOf } from '../rewards-account/payout.ts';
import { AGENT, Ledger } from '../rewards-account/testing/ledger.ts';
import { underAssumedTerms } from '../rewards-account/under-assumed-terms.ts';
import { assumedPolicy, assumedPromotion } from './assumed-terms.ts';
import type { RecalculationDefinition } from './definition.ts';

const FIRST_DAY = '2026-03-12';
const rental = fc.nat(4);
const minimum = fc.constantFrom(30_00, 50_00, 77_77);
const rate = fc.constantFrom(0.05, 0.2, 0.35);
const day = fc.integer({ min: -20, max: 60 }).map((days) => addDays(FIRST_DAY, days));
const definition: fc.Arbitrary<RecalculationDefinition> = fc.record({
  from: fc.constant('2026-01-01'),
  to: fc.constant('2027-12-31'),
  policy: fc.option(
    fc.record(
      {
        effectiveFrom: day,
        minimumRewardCents: minimum,
        payeRate: fc.constantFrom(0.25, 0.18),
        expiryMonths: fc.constantFrom(1, 2, 36, null),
      },
      { requiredKeys: ['effectiveFrom'] },
    ),
  ),
  promotions: fc.array(
    fc.record(
      { promotionId: fc.constant('p1'), effectiveFrom: day, promoRate: rate, isActive: fc.boolean() },
      { requiredKeys: ['promotionId', 'effectiveFrom'] },
    ),
    { maxLength: 1 },
  ),
  reassess: fc.constant(null),
});
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('invoice' as const),
      rental,
      revenue: fc.integer({ min: 1, max: 3000_00 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('credit' as const, 'hold' as const, 'release' as const), rental }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('reserve' as const), rate: fc.constantFrom(0.25, 0.25, 0, 0.18) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const, 'dropped' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('returned' as const), run: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('policy' as const), minimum, from: day }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rate' as const), rate, from: day }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const), months: fc.constantFrom(1, 2, 36) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('correct' as const), definition }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A programme of one agent and one promotion, as its rules tell it: facts, decisions, account, payouts, corrections. */
class Programme {
  readonly ledger = new Ledger();
  today = FIRST_DAY;
  private policy: RewardPolicy = fold(rewardPolicyDecider, rewardPolicyDecider.initial, [
    {
      type: 'RewardPolicySet',
      data: { version: 1, effectiveFrom: null, terms: { ...FIRST_TERMS, expiryMonths: null } },
    },
  ]);
  private promotion: Promotion = fold(promotionDecider, promotionDecider.initial, [
    {
      type: 'PromotionCreated',
      data: {
        promotionId: 'p1',
        promoCode: 'SUN',
        description: '',
        promoRate: 0.2,
        startDate: '2026-01-01',
        endDate: null,
        isActive: true,
      },
    },
  ]);
  readonly rentals = new Map<string, Rental>();
  readonly runs = new Map<string, { gross: number; nett: number; state: string }>();
  private current: string | null = null;
  private count = 0;

  private references = (definition?: RecalculationDefinition) => {
    const promotion = definition ? assumedPromotion(this.promotion, definition.promotions) : this.promotion;
    return {
      policy: definition ? assumedPolicy(this.policy, definition.policy) : this.policy,
      promotionOf: () => promotion,
      agentOf: () => AGENT,
    };
  };
  private about = () => ({ agentId: AGENT, today: this.today });

  private fact(reservationNo: string, fact: FactEvent): void {
    let state = fold(rentalDecider, this.rentals.get(reservationNo) ?? rentalDecider.initial, [fact] as RentalEvent[]);
    const decision = nextDecision(state, this.references());
    if (decision) {
      state = rentalDecider.evolve(state, decision);
      const entries = this.ledger.do({ type: 'PostReward', ...this.about(), decision: decision.data });
      const isOtherwise = entries.some(
        ({ type, data }) =>
          type === 'AccountAdjusted' ||
          (type === 'RewardPosted' && (data.before?.grossCents ?? 0) !== data.after.grossCents),
      );
      if (isOtherwise)
        expect(correctedBy(this.ledger.state, reservationNo), 'a later decision alone says what is owed').toEqual(
          NOTHING,
        );
    }
    this.rentals.set(reservationNo, state);
  }

  private assumption(reservationNo: string, definition: RecalculationDefinition) {
    const state = this.rentals.get(reservationNo) as Rental;
    const references = this.references(definition);
    const assessment = assess(state, references);
    if (!state.decision || !assessment) return null;
    const policies = { policy: this.policy, assumed: references.policy };
    return { ...policies, decision: state.decision, assessment, decidedOn: this.today };
  }

  private correct(definition: RecalculationDefinition): void {
    const recalculationId = `c${++this.count}`;
    for (const reservationNo of this.rentals.keys()) {
      const assumption = this.assumption(reservationNo, definition);
      if (!assumption) continue;
      const preview = underAssumedTerms(this.ledger.state, assumption, this.today);
      const before = this.ledger.state.balanceCents;
      const about = { ...this.about(), reason: 'Error' as const, text: 'x', assumption };
      this.ledger.do({ type: 'CorrectReward', ...about, adjustmentId: `${recalculationId}:${reservationNo}` });
      expect(this.ledger.state.balanceCents - before, 'what is booked is what was previewed').toBe(
        preview.correction.nettCents,
      );
      const again = this.ledger.do({
        type: 'CorrectReward',
        ...about,
        adjustmentId: `again-${recalculationId}:${reservationNo}`,
      });
      expect(again, 'what stands already is not booked again').toEqual([]);
    }
  }

  private reserve(rate: number): void {
    if (this.current) return;
    const runId = `run${++this.count}`;
    const line = payableOf(this.ledger.state, this.today, rate);
    const entries = this.ledger.do({
      type: 'ReservePayout',
      ...this.about(),
      runId,
      cutOff: this.today,
      payDate: this.today,
      at: `${this.today}T08:00:00.000Z`,
      treatment: { kind: rate === 0.25 ? 'paye' : 'directive', rate },
      minimumCents: 100_00,
    });
    if (entries.length === 0) return;
    this.runs.set(runId, { gross: line.grossCents, nett: line.nettCents, state: 'reserved' });
    this.current = runId;
  }

  private end(how: 'paid' | 'failed' | 'dropped'): void {
    const runId = this.current;
    const run = this.runs.get(runId ?? '');
    if (!runId || !run) return;
    run.state = how;
    this.current = null;
    const about = { ...this.about(), runId, answerId: 'a', reason: 'x' };
    if (how === 'paid') this.ledger.do({ type: 'SettlePayout', ...about, paidOn: this.today });
    else this.ledger.do({ type: how === 'failed' ? 'FailPayout' : 'ReleasePayout', ...about });
  }

  take(each: Step): void {
    this.count++;
    switch (each.do) {
      case 'invoice':
        this.fact(`R${each.rental}`, this.invoice(each.rental, each.revenue));
        return;
      case 'credit':
      case 'hold':
      case 'release': {
        const { rentals, count, today } = this;
        const reservationNo = `R${each.rental}`;
        const state = rentals.get(reservationNo);
        if (!state) return;
        const about = this.factData(each.rental);
        const holdId = [...state.holds].find((id) => !state.releases.has(id)) ?? `H${count}`;
        const invoiceNo = [...state.invoices.keys()].at(-1) ?? '';
        if (each.do === 'hold')
          this.fact(reservationNo, {
            type: 'HoldPlaced',
            data: { ...about, holdId, holdReason: 'payment', placedOn: today },
          });
        else if (each.do === 'release')
          this.fact(reservationNo, { type: 'HoldReleased', data: { ...about, holdId, releasedOn: today } });
        else
          this.fact(reservationNo, {
            type: 'CreditNoteRecorded',
            data: { ...about, creditNoteNo: `CN${count}`, invoiceNo, creditDate: today },
          });
        return;
      }
      case 'reserve':
        this.reserve(each.rate);
        return;
      case 'paid':
      case 'failed':
      case 'dropped':
        this.end(each.do);
        return;
      case 'returned': {
        const [runId, run] = [...this.runs][each.run] ?? [];
        if (!runId || !run) return;
        const entries = this.ledger.do({
          type: 'ReturnPayout',
          ...this.about(),
          runId,
          answerId: 'b',
          reason: 'closed',
        });
        if (entries.length > 0) run.state = 'returned';
        return;
      }
      case 'policy': {
        const terms = { ...FIRST_TERMS, expiryMonths: null, minimumRewardCents: each.minimum };
        const command = { type: 'SetRewardPolicy', effectiveFrom: each.from, terms } as const;
        this.policy = fold(rewardPolicyDecider, this.policy, rewardPolicyDecider.decide(command, this.policy));
        return;
      }
      case 'rate': {
        const command = { type: 'ChangePromotion', effectiveFrom: each.from, promoRate: each.rate } as const;
        this.promotion = fold(promotionDecider, this.promotion, promotionDecider.decide(command, this.promotion));
        return;
      }
      case 'expire':
        this.ledger.do({ type: 'ExpireRewards', ...this.about(), expiryMonths: each.months });
        return;
      case 'correct':
        this.correct(each.definition);
        return;
    }
  }

  private factData = (no: number) => ({
    eventId: `00000000-0000-4000-8000-${String(this.count).padStart(12, '0')}`,
    integratorId: 'i1',
    reservationNo: `R${no}`,
    occurredAt: `${this.today}T10:00:00Z`,
    contentHash: String(this.count),
  });

  private invoice(no: number, tkRevenueCents: number): FactEvent {
    const terms = { promoCode: 'SUN', rateCode: 'D', vehicleGroup: 'C', pickupBranch: 'JNB', returnBranch: 'CPT' };
    return {
      type: 'InvoiceRecorded',
      data: {
        ...this.factData(no),
        invoiceNo: `INV${String(this.count).padStart(4, '0')}`,
        invoiceDate: this.today,
        loyaltyTrackingNo: 'FT1',
        marketSector: 'Leisure',
        tkRevenueCents,
        reservation: { ...terms, reservedOn: addDays(this.today, -5) },
        rental: { ...terms, pickedUpOn: this.today, returnedOn: this.today },
        personal: null,
      },
    };
  }
}

describe('a programme whose history is decided again', () => {
  it('makes and loses no cent over any history of facts, terms, payouts, returns, expiry and corrections', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.nat(20)), { maxLength: 70, size: 'max' }), (steps) => {
        const programme = new Programme();
        const { ledger } = programme;
        for (const [each, days] of steps) {
          programme.today = addDays(programme.today, days);
          programme.take(each);
          const { state } = ledger;
          const paid = [...programme.runs.values()].filter((run) => run.state === 'paid');
          expect(state.paidCents, 'paid in total is what the runs say').toBe(
            paid.reduce((sum, { nett }) => sum + nett, 0),
          );
          let due = 0;
          for (const [reservationNo, { decision }] of programme.rentals) {
            if (state.rewards.get(reservationNo)?.status !== 'Expired') due += decision?.grossCents ?? 0;
            due += correctedBy(state, reservationNo).grossCents;
          }
          let unpaid = 0;
          for (const [, reward] of state.rewards.entries())
            if (reward.status === 'Earned' || reward.status === 'Pending') unpaid += reward.grossCents;
          for (const [, entry] of state.adjustments.entries())
            if (entry.state !== 'settled') unpaid += entry.grossCents;
          expect(due, 'what is due gross is paid or unpaid').toBe(
            paid.reduce((sum, { gross }) => sum + gross, 0) + unpaid,
          );
        }
      }),
      { numRuns: 400 },
    );
  });

  it('stands as it stood where nothing is assumed', () => {
    const nothing = { from: '2026-01-01', to: '2027-12-31', policy: null, promotions: [], reassess: null };
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.nat(20)), { maxLength: 50, size: 'max' }), (steps) => {
        const programme = new Programme();
        for (const [each, days] of steps) {
          programme.today = addDays(programme.today, days);
          // Terms as they are now are not those of the decisions once they changed backwards.
          if (each.do !== 'policy' && each.do !== 'rate') programme.take(each);
        }
        const before = programme.ledger.events.length;
        programme.take({ do: 'correct', definition: nothing });
        expect(programme.ledger.events.length).toBe(before);
      }),
      { numRuns: 200 },
    );
  });
});
