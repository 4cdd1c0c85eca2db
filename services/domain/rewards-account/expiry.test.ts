import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../calendar.ts';
import { expiresOn, firstInvoicedBy } from './expiry.ts';

it('finds each reward on the day on which it expires, also at the end of a month', () => {
  const earned = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2020-01-01', days));
  fc.assert(
    fc.property(earned, fc.integer({ min: 1, max: 120 }), (earnedOn, months) => {
      // Facts may be dated one day ahead of the decision.
      const invoicedOn = addDays(earnedOn, 1);
      expect(invoicedOn <= firstInvoicedBy(expiresOn(earnedOn, months), months)).toBe(true);
    }),
    { numRuns: 2000 },
  );
  expect(firstInvoicedBy(expiresOn('2024-01-31', 13), 13) >= '2024-02-01').toBe(true);
});
