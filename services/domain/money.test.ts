import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsOfRand, grossOf, MAX_CENTS, plainRand, randOfCents, timesRate } from './money.ts';

describe('money', () => {
  it('rounds half up to the cent, without a binary fraction in between', () => {
    expect(timesRate(1005, 0.1)).toBe(101);
    expect(timesRate(8801, 0.25)).toBe(2200);
    expect(timesRate(8802, 0.25)).toBe(2201);
    expect(timesRate(10, 0.15)).toBe(2);
    expect(timesRate(123456, 0.0725)).toBe(8951);
  });

  it('agrees with whole-number arithmetic for every rate of up to four places', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000_00 }),
        fc.integer({ min: 0, max: 10_000 }),
        (cents, tenThousandths) => {
          const exact = BigInt(cents) * BigInt(tenThousandths);
          expect(timesRate(cents, tenThousandths / 10_000)).toBe(Number((2n * exact + 10_000n) / 20_000n));
        },
      ),
    );
  });

  it('finds the gross of a nett amount at every rate of up to four places', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000_00, max: 10_000_000 }), fc.nat(9_999), (nett, tenThousandths) => {
        const [rate, rest] = [tenThousandths / 10_000, 10_000n - BigInt(tenThousandths)];
        const gross = Number((20_000n * BigInt(Math.abs(nett)) + rest) / (2n * rest));
        expect(Math.abs(grossOf(nett, rate))).toBe(gross);
        expect(grossOf(nett, rate) - timesRate(grossOf(nett, rate), rate), 'of this gross').toBe(nett);
      }),
    );
    expect([grossOf(75_00, 0.25), grossOf(7, 0.44), grossOf(-7, 0.44), grossOf(50, 0)]).toEqual([100_00, 13, -13, 50]);
  });

  it('accepts Rand with at most two decimals and nothing else', () => {
    expect([416.17, 10, 0.1, 0.01, 0].map(centsOfRand)).toEqual([41617, 1000, 10, 1, 0]);
    expect([10.005, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e15, 1e-7, 1e9].map(centsOfRand)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('converts to Rand and back without loss', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_CENTS }), (cents) => centsOfRand(randOfCents(cents)) === cents),
    );
    expect([plainRand(-5), plainRand(123405), plainRand(0)]).toEqual(['-0.05', '1234.05', '0.00']);
  });
});
