import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TreatmentFrom, treatmentUsedOn } from '../agent/tax-treatment.ts';
import { fold } from '../decider.ts';
import { codeKey, promotionDecider } from '../promotion/promotion.ts';
import { knownPromotion, type Promotion } from '../promotion/state.ts';
import { INITIAL_TERMS } from '../reward-policy/reward-policy.ts';
import { decideTimed } from '../testing/timed.ts';
import { explain } from '../wording/explain-reward.ts';
import type { References } from './assess.ts';
import type { FactEvent, Invoice } from './events.ts';
import { type ReasonCode, reasonCodes } from './reasons.ts';
import { nextDecision, recordFact, rentalDecider } from './rental.ts';
import type { Rental } from './state.ts';

const promotion = (promoCode: string, isActive = true): Promotion =>
  knownPromotion(
    fold(promotionDecider, promotionDecider.initial, [
      {
        type: 'PromotionCreated',
        data: {
          promotionId: `id-${promoCode}`,
          promoCode,
          description: '',
          promoRate: 0.2,
          startDate: '2026-01-01',
          endDate: null,
          isActive,
        },
      },
    ]),
  );

const promotions = new Map([
  ['SUN', promotion('SUN')],
  ['GREEN', promotion('GREEN')],
  ['OFF', promotion('OFF', false)],
]);
/** A contractor from the middle of March, recorded after a directive for April. */
const treatments: readonly TreatmentFrom[] = [
  { effectiveFrom: '2026-04-01', treatment: { kind: 'directive', rate: 0.15, directiveNumber: 'D1' } },
  { effectiveFrom: '2026-03-16', treatment: { kind: 'independent-contractor' } },
];
const references: References = {
  policy: { versions: [{ version: 1, effectiveFrom: null, terms: INITIAL_TERMS }] },
  promotionOf: (code) => promotions.get(codeKey(code)),
  agentOf: (number) => (number === 'FT1' ? 1 : undefined),
  treatmentOf: (_agentId, day, rate) => treatmentUsedOn(treatments, day, rate),
};

let nextId = 0;
const fact = () => ({
  eventId: `00000000-0000-4000-8000-${String(++nextId).padStart(12, '0')}`,
  integratorId: 'i1',
  reservationNo: 'R1',
  occurredAt: '2026-03-01T10:00:00Z',
  contentHash: `hash-${nextId}`,
});
const terms = { promoCode: 'Sun', rateCode: 'DISC', vehicleGroup: 'C', pickupBranch: 'JNB', returnBranch: 'CPT' };
type InvoiceChanges = Partial<Omit<Invoice, 'reservation' | 'rental'>> & {
  reservation?: Partial<Invoice['reservation']>;
  rental?: Partial<Invoice['rental']>;
};
const invoice = ({ reservation, rental, ...changes }: InvoiceChanges = {}): FactEvent => ({
  type: 'InvoiceRecorded',
  data: {
    ...fact(),
    invoiceNo: 'INV1',
    invoiceDate: '2026-03-10',
    loyaltyTrackingNo: 'FT1',
    marketSector: 'Leisure',
    tkRevenueCents: 1000_00,
    reservation: { ...terms, reservedOn: '2026-02-01', ...reservation },
    rental: { ...terms, pickedUpOn: '2026-03-01', returnedOn: '2026-03-05', ...rental },
    personal: null,
    ...changes,
  },
});
const credit = (invoiceNo: string): FactEvent => ({
  type: 'CreditNoteRecorded',
  data: { ...fact(), creditNoteNo: `CN-${invoiceNo}`, invoiceNo, creditDate: '2026-03-12' },
});
const hold: FactEvent = {
  type: 'HoldPlaced',
  data: { ...fact(), holdId: 'H1', holdReason: 'payment', placedOn: '2026-03-11' },
};
const release: FactEvent = { type: 'HoldReleased', data: { ...fact(), holdId: 'H1', releasedOn: '2026-03-13' } };
const cancelled: FactEvent = { type: 'CancellationRecorded', data: { ...fact(), cancelledOn: '2026-02-20' } };
const noShow: FactEvent = { type: 'NoShowRecorded', data: { ...fact(), noShowOn: '2026-03-01' } };

const given = (...facts: FactEvent[]): Rental => fold(rentalDecider, rentalDecider.initial, facts);
const decided = (...facts: FactEvent[]) => nextDecision(given(...facts), references)?.data ?? null;
/** The decision of facts that lead to one. */
function decisionOf(state: Rental) {
  const decision = nextDecision(state, references);
  if (decision === null) throw new Error('no decision');
  return decision;
}

describe('the reward of a rental', () => {
  it('is the rate of the T&K revenue, less a quarter for PAYE', () => {
    expect(decided(invoice())).toMatchObject({
      status: 'Earned',
      reason: null,
      agentId: 1,
      grossCents: 200_00,
      payeCents: 50_00,
      nettCents: 150_00,
    });
  });

  it('is the minimum of R50 where the rate gives less', () => {
    expect(decided(invoice({ tkRevenueCents: 100_00 }))).toMatchObject({
      grossCents: 50_00,
      payeCents: 12_50,
      nettCents: 37_50,
    });
  });

  it('is paid when it equals the revenue and refused when it exceeds it', () => {
    expect(decided(invoice({ tkRevenueCents: 50_00 }))).toMatchObject({ status: 'Earned' });
    expect(decided(invoice({ tkRevenueCents: 49_99 }))).toMatchObject({
      reason: 'RewardExceedsRevenue',
      grossCents: 0,
    });
  });

  it('uses the reservation’s code when the rental used another promotion code, active or not', () => {
    expect(decided(invoice({ rental: { promoCode: 'off' } }))).toMatchObject({ status: 'Earned', promoCode: 'SUN' });
  });

  it('is pending while a hold has no release, in any order of the events', () => {
    expect(decided(invoice(), hold)).toMatchObject({ status: 'Pending', reason: 'OnHold', nettCents: 150_00 });
    expect(decided(release, hold, invoice())).toMatchObject({ status: 'Earned' });
  });

  it('credits no agent erased before its first invoice, and keeps crediting one erased after it', () => {
    const untilMarch: References = { ...references, agentOf: (_number, day) => (day <= '2026-03-31' ? 1 : undefined) };
    const under = (...facts: FactEvent[]) => nextDecision(given(...facts), untilMarch)?.data;
    const first = invoice({ invoiceDate: '2026-03-31' });
    const corrected = invoice({ invoiceNo: 'INV2', invoiceDate: '2026-04-02', tkRevenueCents: 900_00 });
    expect(under(corrected)).toMatchObject({ status: 'Declined', reason: 'UnknownTrackingNumber', agentId: null });
    expect(under(first)).toMatchObject({ status: 'Earned', agentId: 1 });
    const orders = [
      [first, credit('INV1'), corrected],
      [corrected, credit('INV1'), first],
    ];
    for (const facts of orders)
      expect(under(...facts)).toMatchObject({ status: 'Earned', agentId: 1, invoiceNo: 'INV2', grossCents: 180_00 });
  });

  it('is taxed by the agent’s treatment on the invoice date, whenever it is decided, and explains it', () => {
    const of = (invoiceDate: string) => decided(invoice({ invoiceDate, loyaltyTrackingNo: 'FT1' }));
    expect(of('2026-03-15')).toMatchObject({ treatment: { kind: 'paye', rate: 0.25 }, payeCents: 50_00 });
    expect(of('2026-03-16')).toMatchObject({
      treatment: { kind: 'independent-contractor', rate: 0 },
      grossCents: 200_00,
      payeCents: 0,
      nettCents: 200_00,
    });
    expect(of('2026-04-01')?.treatment).toEqual({ kind: 'directive', rate: 0.15 });
    expect(of('2026-04-01')).toMatchObject({ payeCents: 30_00, nettCents: 170_00 });
  });

  it('is undecided without an invoice', () => {
    expect(decided(cancelled, hold)).toBeNull();
  });

  it('uses the newest invoice without a credit note', () => {
    const first = invoice();
    const second = invoice({ invoiceNo: 'INV2', invoiceDate: '2026-03-10', tkRevenueCents: 500_00 });
    expect(decided(first, second)).toMatchObject({ invoiceNo: 'INV2', grossCents: 100_00 });
    expect(decided(second, credit('INV2'), first)).toMatchObject({ invoiceNo: 'INV1', grossCents: 200_00 });
    expect(decided(credit('INV2'), credit('INV1'), first, second)).toMatchObject({
      invoiceNo: 'INV2',
      reason: 'Credited',
    });
  });

  const refusals: [ReasonCode, FactEvent[]][] = [
    ['Cancelled', [invoice({ loyaltyTrackingNo: null }), cancelled, noShow, credit('INV1')]],
    ['NoShow', [invoice(), noShow, credit('INV1')]],
    ['Credited', [invoice({ loyaltyTrackingNo: null }), credit('INV1')]],
    ['NoTrackingNumber', [invoice({ loyaltyTrackingNo: null, reservation: { promoCode: 'CORP' } })]],
    ['UnknownTrackingNumber', [invoice({ loyaltyTrackingNo: 'FT9', reservation: { promoCode: 'CORP' } })]],
    ['NonQualifyingCode', [invoice({ reservation: { promoCode: 'CORP' }, rental: { promoCode: 'CORP' } })]],
    ['NonQualifyingCode', [invoice({ reservation: { promoCode: null } })]],
    ['CodeChangedToNonQualifying', [invoice({ reservation: { promoCode: 'OFF' }, rental: { promoCode: 'CORP' } })]],
    ['CodeChangedToNonQualifying', [invoice({ rental: { promoCode: null } })]],
    ['PromotionNotActive', [invoice({ reservation: { promoCode: 'OFF', vehicleGroup: 'X' } })]],
    ['PromotionNotActive', [invoice({ reservation: { reservedOn: '2025-12-31' } })]],
    ['RentalDiffersFromReservation', [invoice({ rental: { vehicleGroup: 'D' }, tkRevenueCents: 1 })]],
    ['RentalDiffersFromReservation', [invoice({ rental: { rateCode: 'disc' } })]],
  ];
  it.each(refusals)('is nothing because of %s where that is the first reason that applies', (reason, facts) => {
    expect(decided(...facts)).toMatchObject({ status: 'Declined', reason, grossCents: 0, payeCents: 0, nettCents: 0 });
  });

  it('has an explanation for every outcome', () => {
    const texts = new Set(
      reasonCodes.map((reason) =>
        explain({ ...decisionOf(given(invoice())).data, status: reason === 'OnHold' ? 'Pending' : 'Declined', reason }),
      ),
    );
    expect(texts.size).toBe(reasonCodes.length);
    expect(explain(decisionOf(given(invoice())).data)).toContain(
      '20% of the time-and-kilometre revenue of R1\u202f000.00',
    );
    const taxed = (kind: string, rate: number) =>
      explain({ ...decisionOf(given(invoice())).data, treatment: { kind, rate } });
    expect(taxed('paye', 0.25)).toContain('less 25% PAYE (R50.00) leaves R150.00.');
    expect(taxed('directive', 0.25)).toContain('less 25% PAYE under a tax directive (R50.00)');
    expect(taxed('non-resident', 0.25)).toContain('less 25% tax for non-residents (R50.00)');
    for (const kind of ['independent-contractor', 'company-payee', 'non-resident'])
      expect(taxed(kind, 0)).toContain('R200.00, of which nothing is withheld from a');
  });

  it('depends on the set of facts, not on their order or repetition', () => {
    const all = [
      invoice(),
      invoice({ invoiceNo: 'INV2', invoiceDate: '2026-03-16', tkRevenueCents: 750_00 }),
      invoice({ invoiceNo: 'INV3', invoiceDate: '2026-04-02', loyaltyTrackingNo: null }),
      credit('INV2'),
      credit('INV3'),
      hold,
      release,
      noShow,
    ];
    fc.assert(
      fc.property(fc.subarray(all), fc.infiniteStream(fc.nat()), (facts, dice) => {
        const shuffled = [...facts, ...facts]
          .map((each) => ({ each, at: dice.next().value as number }))
          .sort((a, b) => a.at - b.at);
        let state = rentalDecider.initial;
        for (const { each } of shuffled) {
          state = fold(rentalDecider, state, decideTimed(rentalDecider, recordFact(each, false), state));
          state = fold(rentalDecider, state, decideTimed(rentalDecider, { type: 'AssessReward', references }, state));
        }
        const { decisionNo: _no, before: _before, ...outcome } = state.decision ?? { decisionNo: 0, before: null };
        const { decisionNo: _n, before: _b, ...expected } = decided(...facts) ?? { decisionNo: 0, before: null };
        expect(outcome).toEqual(expected);
      }),
    );
  });
});

describe('a repeated fact', () => {
  const first = invoice();
  const state = given(first);
  const recording = (fact: FactEvent, anyReservation = false) =>
    decideTimed(rentalDecider, recordFact(fact, anyReservation), state);
  const conflict = expect.objectContaining({ code: 'rental.conflict' });

  it('is a duplicate with the same id and content, a conflict with other content', () => {
    expect(recording(first)).toEqual([]);
    const changed = { ...first, data: { ...first.data, contentHash: 'other' } } as FactEvent;
    expect(() => recording(changed)).toThrow(conflict);
  });

  it('is recognised by its invoice number when its id is new', () => {
    expect(recording(invoice({ contentHash: first.data.contentHash }))).toEqual([]);
    expect(() => recording(invoice({ tkRevenueCents: 1 }))).toThrow(conflict);
  });

  it('is refused from another integrator unless that one may add to any reservation', () => {
    const foreign = { ...cancelled, data: { ...cancelled.data, integratorId: 'i2' } } as FactEvent;
    expect(() => recording(foreign)).toThrow(expect.objectContaining({ code: 'rental.foreign' }));
    expect(recording(foreign, true)).toEqual([foreign]);
  });

  it('leads to no second decision', () => {
    const once = fold(rentalDecider, state, [decisionOf(state)]);
    expect(nextDecision(once, references)).toBeNull();
  });

  it('names in a new decision the agent that the previous one credited', () => {
    const once = fold(rentalDecider, state, [decisionOf(state)]);
    const after = nextDecision(fold(rentalDecider, once, [credit('INV1')]), references)?.data;
    expect(after).toMatchObject({
      decisionNo: 2,
      reason: 'Credited',
      before: { agentId: 1, status: 'Earned', nettCents: 150_00 },
    });
  });
});
