import fc from 'fast-check';
import type { TaxTreatment } from '../../agent/tax-treatment.ts';
import { addDays } from '../../calendar.ts';
import type { RecalculationDefinition } from '../../recalculation/events.ts';

export const FIRST_DAY = '2026-03-12';
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
/** The steps of a random programme, weighted by how often they happen. */
export const step = fc.oneof(
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
    arbitrary: fc.record({ do: fc.constant('reserve' as const) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const, 'dropped' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('returned' as const), run: fc.nat(5) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('policy' as const),
      from: day,
      minimumRewardCents: minimum,
      payoutMinimumCents: fc.constantFrom(0, 50_00, 100_00),
      payeRate: fc.constantFrom(0.25, 0.18, 0.31),
      expiryMonths: fc.constantFrom(1, 2, 36, null),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('treatment' as const),
      from: day,
      treatment: fc.constantFrom<TaxTreatment>(
        { kind: 'paye' },
        { kind: 'directive', rate: 0.18, directiveNumber: '1' },
        { kind: 'directive', rate: 0.333, directiveNumber: '2' },
        { kind: 'independent-contractor' },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rate' as const), rate, from: day }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('correct' as const), definition }) },
);
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
