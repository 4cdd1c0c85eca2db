import { type ImportOutcome, type ImportRun, rejected } from '@fynbos/application/import.ts';
import { OpeningBalanceImport } from '@fynbos/application/migration/import-opening-balance.ts';
import { grantOf } from '@fynbos/domain/admin/permissions.ts';
import { isDay } from '@fynbos/domain/calendar.ts';
import { centsOfRand } from '@fynbos/domain/money.ts';
import { z } from 'zod';
import type { Services } from '../http/services.ts';
import { itemErrors } from '../http/validate.ts';
import { type LineHandlers, refusedLine } from '../imports/import.ts';

const rand = z.number('Must be an amount in Rand.').transform((value, context) => {
  const cents = centsOfRand(value);
  if (cents !== null) return cents;
  context.addIssue({ code: 'custom', message: 'Must be Rand with at most two decimals, from 0 to 999999999.99.' });
  return z.NEVER;
});

/** As `rand`; an overdrawn account of the previous system is negative. */
const signedRand = z.number('Must be an amount in Rand.').transform((value, context) => {
  const cents = centsOfRand(Math.abs(value));
  if (cents !== null) return value < 0 ? -cents : cents;
  context.addIssue({ code: 'custom', message: 'Must be Rand with at most two decimals, up to 999999999.99.' });
  return z.NEVER;
});

/** `earned`: the unpaid nett amount owed. `paid`: the total nett amount paid. */
const openingBalanceLine = z.strictObject({
  type: z.literal('opening-balance'),
  loyaltyTrackingNo: z.string().trim().min(1).max(64),
  asOf: z.string().refine(isDay, 'Must be a day like 2026-03-31.'),
  earned: signedRand,
  paid: rand,
  payeThisTaxYear: rand,
  grossThisTaxYear: rand,
});

/**
 * Handler of an import's `opening-balance` lines. They credit accounts, so they require the Finance role as well as the
 * import permission.
 */
export function openingBalanceLines(app: Pick<Services, 'log' | 'config'>, run: ImportRun): LineHandlers {
  const balances = new OpeningBalanceImport(app, run);
  return {
    'opening-balance': async (values) => {
      if (grantOf(run.roles, 'corrections:make') === null)
        return values.map(() => rejected('type', 'Importing an opening balance needs the Finance role.'));
      const answers: ImportOutcome[] = [];
      for (const value of values) {
        const parsed = openingBalanceLine.safeParse(value);
        answers.push(
          parsed.success
            ? await balances.take(parsed.data).catch(refusedLine)
            : { result: 'rejected', errors: itemErrors(parsed.error) },
        );
      }
      return answers;
    },
  };
}
