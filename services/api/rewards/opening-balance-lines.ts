import { type ImportRun, rejected } from '@fynbos/application/import-run.ts';
import { OpeningBalanceImport } from '@fynbos/application/migration/import-opening-balance.ts';
import { grantOf } from '@fynbos/domain/admin/permissions.ts';
import { centsOfRand } from '@fynbos/domain/money.ts';
import { z } from 'zod';
import { day } from '../http/fields.ts';
import type { Services } from '../http/services.ts';
import { type LineHandlers, oneByOne } from '../imports/import-routes.ts';

/** Cents of an amount in Rand, from `least`. */
const randFrom = (least: number, bounds: string) =>
  z.number('Must be an amount in Rand.').transform((value, context) => {
    const cents = value < least ? null : centsOfRand(Math.abs(value));
    if (cents !== null) return value < 0 ? -cents : cents;
    context.addIssue({ code: 'custom', message: `Must be Rand with at most two decimals, ${bounds}.` });
    return z.NEVER;
  });
const rand = randFrom(0, 'from 0 to 999999999.99');
/** An overdrawn account of the previous system is negative. */
const signedRand = randFrom(Number.NEGATIVE_INFINITY, 'up to 999999999.99');

/** `earned`: the unpaid nett amount owed. `paid`: the total nett amount paid. */
const openingBalanceLine = z.strictObject({
  type: z.literal('opening-balance'),
  loyaltyTrackingNo: z.string().trim().min(1).max(64),
  asOf: day('Must be a date as YYYY-MM-DD.'),
  earned: signedRand,
  paid: rand,
  payeThisTaxYear: rand,
  grossThisTaxYear: rand,
});

/** Lines of opening balances. They credit accounts, so they need the Finance role besides the import permission. */
export function openingBalanceLines(services: Pick<Services, 'log' | 'config'>, run: ImportRun): LineHandlers {
  const balances = new OpeningBalanceImport(services, run);
  const takeEach = oneByOne(openingBalanceLine, (line) => balances.importLine(line));
  return {
    'opening-balance': async (values) =>
      grantOf(run.roles, 'corrections:make') === null
        ? values.map(() => rejected('type', 'Importing an opening balance needs the Finance role.'))
        : takeEach(values),
  };
}
