import { describe, expect, test } from 'vitest';
import { amountsOf, ZERO } from '../amounts.ts';
import { sun } from '../promotion/testing/sun.ts';
import { INITIAL_TERMS } from '../reward-policy/reward-policy.ts';
import type { References } from './assess.ts';
import { changeSinceOpeningBalance } from './change-since-opening-balance.ts';
import type { FactEvent } from './events.ts';

const OPENED = '2026-06-30';
const references: References = {
  policy: { versions: [{ version: 1, effectiveFrom: null, terms: INITIAL_TERMS }] },
  promotionOf: (code) => (code === 'SUN' ? sun : undefined),
  agentOf: (number) => ({ FT1: 1, FT2: 2 })[number],
  treatmentOf: (_agentId, _day, rate) => ({ kind: 'paye', rate }),
};

const about = { integratorId: 'i1', reservationNo: 'R1', occurredAt: '2026-06-01T08:00:00Z', contentHash: 'x' };
const fact = { ...about, eventId: '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c11' };
const terms = { promoCode: 'SUN', rateCode: 'A', vehicleGroup: 'B', pickupBranch: 'CPT', returnBranch: 'CPT' };
const invoice = (invoiceNo: string, invoiceDate: string, tkRevenueCents: number, number = 'FT1'): FactEvent => ({
  type: 'InvoiceRecorded',
  data: {
    ...fact,
    invoiceNo,
    invoiceDate,
    tkRevenueCents,
    loyaltyTrackingNo: number,
    marketSector: 'Leisure',
    reservation: { ...terms, reservedOn: '2026-06-01' },
    rental: { ...terms, pickedUpOn: '2026-06-01', returnedOn: '2026-06-03' },
    personal: null,
  },
});
const credit = (invoiceNo: string, creditDate: string): FactEvent => ({
  type: 'CreditNoteRecorded',
  data: { ...fact, creditNoteNo: `C-${invoiceNo}`, invoiceNo, creditDate },
});
const hold = (placedOn: string): FactEvent => ({
  type: 'HoldPlaced',
  data: { ...fact, holdId: 'h', holdReason: 'payment', placedOn },
});
const cancelled = (cancelledOn: string): FactEvent => ({
  type: 'CancellationRecorded',
  data: { ...fact, cancelledOn },
});

const changed = (agentId: number, ...facts: readonly FactEvent[]) =>
  changeSinceOpeningBalance(facts, { agentId, openedOn: OPENED, references });
/** R1 000.00 of revenue earns R200.00, of which R50.00 is PAYE. */
const WHOLE = amountsOf(200_00, 50_00);
const LOST = amountsOf(-200_00, -50_00);

describe('a reservation that an opening balance contains', () => {
  test.each([
    ['loses its reward by a credit note dated after that day', [credit('I1', '2026-07-05')], LOST],
    ['loses nothing by a credit note that the balance already included', [credit('I1', OPENED)], ZERO],
    [
      'changes by the difference when another invoice replaces the first',
      [credit('I1', '2026-07-05'), invoice('I2', '2026-07-05', 600_00)],
      amountsOf(-80_00, -20_00),
    ],
    [
      'earns its reward here when it was credited before that day and invoiced again after it',
      [credit('I1', '2026-06-20'), invoice('I2', '2026-07-05', 1000_00)],
      WHOLE,
    ],
    [
      'loses its reward for the first agent when the new invoice names another agent',
      [credit('I1', '2026-07-05'), invoice('I2', '2026-07-05', 1000_00, 'FT2')],
      LOST,
    ],
    ['loses its reward by a cancellation', [cancelled('2026-07-01')], LOST],
    ['loses nothing by a hold, which only delays it', [hold('2026-07-05')], ZERO],
  ])('%s', (_name, since, expected) => {
    const first = invoice('I1', '2026-06-10', 1000_00);
    expect(changed(1, first, ...since)).toEqual(expected);
    // In any order of arrival.
    expect(changed(1, ...[...since].reverse(), first)).toEqual(expected);
  });

  test('credits the agent of the new tracking number with an opening balance of the same day', () => {
    const facts = [invoice('I1', '2026-06-10', 1000_00), credit('I1', '2026-07-05')];
    expect(changed(2, ...facts, invoice('I2', '2026-07-05', 1000_00, 'FT2'))).toEqual(WHOLE);
  });

  test('is null for a reservation first invoiced on a later day, or never', () => {
    expect(changed(1, invoice('I1', '2026-07-01', 1000_00), credit('I1', '2026-07-05'))).toBeNull();
    expect(changed(1, cancelled('2026-07-01'))).toBeNull();
  });
});
