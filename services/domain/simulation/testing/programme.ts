import { expect } from 'vitest';
import { type TreatmentFrom, treatmentUsedOn } from '../../agent/tax-treatment.ts';
import { ZERO } from '../../amounts.ts';
import { addDays } from '../../calendar.ts';
import { fold } from '../../decider.ts';
import { promotionDecider } from '../../promotion/promotion.ts';
import { knownPromotion, type Promotion } from '../../promotion/state.ts';
import { sun } from '../../promotion/testing/sun.ts';
import type { RecalculationDefinition } from '../../recalculation/events.ts';
import { assess } from '../../rental/assess.ts';
import type { Decision, FactEvent, RentalEvent } from '../../rental/events.ts';
import { nextDecision, rentalDecider } from '../../rental/rental.ts';
import type { Rental } from '../../rental/state.ts';
import { INITIAL_TERMS, policyOn, type RewardPolicy, rewardPolicyDecider } from '../../reward-policy/reward-policy.ts';
import { correctedBy } from '../../rewards-account/corrections-in-force.ts';
import type { RewardsAccountEvent } from '../../rewards-account/events.ts';
import { payableOf } from '../../rewards-account/payout/payout.ts';
import { AGENT, Ledger } from '../../rewards-account/testing/ledger.ts';
import { decideTimed } from '../../testing/timed.ts';
import { assumedPolicy, assumedPromotion } from '../assumed-terms.ts';
import { simulateReward } from '../simulate-reward.ts';
import { FIRST_DAY, type Step } from './steps.ts';

/** A programme of one agent and one promotion with all its rules: facts, decisions, account, payouts, corrections. */
export class Programme {
  readonly ledger = new Ledger();
  today = FIRST_DAY;
  private policy: RewardPolicy = fold(rewardPolicyDecider, rewardPolicyDecider.initial, [
    {
      type: 'RewardPolicySet',
      data: { version: 1, effectiveFrom: null, terms: { ...INITIAL_TERMS, expiryMonths: null } },
    },
  ]);
  private promotion: Promotion = sun;
  private treatments: readonly TreatmentFrom[] = [];
  readonly rentals = new Map<string, Rental>();
  readonly runs = new Map<string, { gross: number; nett: number; state: string }>();
  private current: string | null = null;
  private count = 0;

  private references = (definition?: RecalculationDefinition, decision?: Decision | null) => {
    const promotion = definition ? assumedPromotion(this.promotion, definition.promotions) : this.promotion;
    return {
      policy: definition ? assumedPolicy(this.policy, definition.policy) : this.policy,
      promotionOf: () => promotion,
      agentOf: () => AGENT,
      treatmentOf: (_agentId: number, day: string, payeRate: number) =>
        decision && decision.treatment.kind !== 'paye'
          ? decision.treatment
          : treatmentUsedOn(decision ? [] : this.treatments, day, payeRate),
    };
  };
  private about = () => ({ agentId: AGENT, today: this.today });

  private post(decision: Decision | null | undefined): RewardsAccountEvent[] {
    return decision ? this.ledger.do({ type: 'PostReward', ...this.about(), decision }) : [];
  }

  private fact(reservationNo: string, fact: FactEvent): void {
    let state = fold(rentalDecider, this.rentals.get(reservationNo) ?? rentalDecider.initial, [fact] as RentalEvent[]);
    const decision = nextDecision(state, this.references());
    if (decision) {
      state = rentalDecider.evolve(state, decision);
      const entries = this.post(decision.data);
      const isOtherwise = entries.some(
        ({ type, data }) =>
          type === 'AccountAdjusted' ||
          (type === 'RewardPosted' && (data.before?.grossCents ?? 0) !== data.after.grossCents),
      );
      if (isOtherwise)
        expect(correctedBy(this.ledger.state, reservationNo), 'a later decision replaces the corrections').toEqual(
          ZERO,
        );
    }
    this.rentals.set(reservationNo, state);
  }

  private assumption(reservationNo: string, definition: RecalculationDefinition) {
    const state = this.rentals.get(reservationNo) as Rental;
    const references = this.references(definition, state.decision);
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
      const before = this.ledger.state.balanceCents;
      const correct = (adjustmentId: string) => {
        const { correction, payeRate } = simulateReward(this.ledger.state, assumption, this.today);
        const about = { ...this.about(), reason: 'Error' as const, text: 'x', adjustmentId };
        return {
          correction,
          entries: this.ledger.do({ type: 'CorrectReward', ...about, reservationNo, correction, payeRate }),
        };
      };
      const { correction } = correct(`${recalculationId}:${reservationNo}`);
      expect(this.ledger.state.balanceCents - before, 'books the preview').toBe(correction.nettCents);
      expect(
        correct(`again-${recalculationId}:${reservationNo}`).entries,
        'a second simulation corrects nothing',
      ).toEqual([]);
    }
  }

  /** Reserves as a run does: with the terms and the agent's treatment of its day. */
  private reserve(): void {
    if (this.current) return;
    const { payeRate, payoutMinimumCents } = policyOn(this.policy, this.today).terms;
    const { kind, rate } = treatmentUsedOn(this.treatments, this.today, payeRate);
    const runId = `run${++this.count}`;
    const line = payableOf(this.ledger.state, this.today, rate);
    const entries = this.ledger.do({
      type: 'ReservePayout',
      ...this.about(),
      runId,
      cutOff: this.today,
      payDate: this.today,
      treatment: { kind, rate },
      minimumCents: payoutMinimumCents,
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
        this.reserve();
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
          returnedOn: this.today,
          runId,
          answerId: 'b',
          reason: 'closed',
        });
        if (entries.length > 0) run.state = 'returned';
        // As the process does: a hold, or another treatment, may apply to the paid reward.
        for (const { type, data } of entries) {
          if (type !== 'PayoutReturned') continue;
          for (const { reservationNo } of data.rewards) this.post(this.rentals.get(reservationNo)?.decision);
        }
        return;
      }
      case 'policy': {
        const { do: _do, from: effectiveFrom, ...changes } = each;
        // Recorded, not decided: the rules refuse some of these changes now, but earlier releases did not.
        const data = {
          version: this.policy.versions.length + 1,
          effectiveFrom,
          terms: { ...INITIAL_TERMS, ...changes },
        };
        this.policy = fold(rewardPolicyDecider, this.policy, [{ type: 'RewardPolicySet', data }]);
        return;
      }
      case 'rate': {
        const command = { type: 'ApplyPromotionChange', effectiveFrom: each.from, promoRate: each.rate } as const;
        const events = decideTimed(promotionDecider, command, this.promotion);
        this.promotion = knownPromotion(fold(promotionDecider, this.promotion, events));
        return;
      }
      case 'treatment':
        this.treatments = [...this.treatments, { effectiveFrom: each.from, treatment: each.treatment }];
        return;
      case 'expire': {
        const { expiryMonths } = policyOn(this.policy, this.today).terms;
        if (expiryMonths !== null) this.ledger.do({ type: 'ExpireRewards', ...this.about(), expiryMonths });
        return;
      }
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
