import type { Ageing } from '@fynbos/application/liability/ageing.ts';
import type { Forecast } from '@fynbos/application/liability/forecast.ts';
import { AGE_BUCKETS } from '@fynbos/domain/ledger/owed.ts';
import { plainRand } from '@fynbos/domain/money.ts';
import { csvLines } from '../lists/export.ts';

// Amounts are rand with two decimals.

/** The ageing with a line of totals. */
export const ageingCsv = ({ rows, totals }: Ageing): string =>
  csvLines([
    ['standing', 'agents', ...AGE_BUCKETS.map(({ label }) => label), 'owed'],
    ...[...rows, { ...totals, standing: 'Total' }].map((row) => [
      row.standing,
      String(row.agents),
      ...AGE_BUCKETS.map(({ bucket }) => plainRand(row[bucket])),
      plainRand(row.balanceCents),
    ]),
  ]);

export const forecastCsv = ({ months, undated, pendingCents }: Forecast): string =>
  csvLines([
    ['month', 'known', 'reachingMinimum', 'expected', 'paye', 'expiring'],
    ...months.map((row) => [
      row.month,
      plainRand(row.knownCents),
      plainRand(row.reachingCents),
      plainRand(row.expectedCents),
      plainRand(row.payeCents),
      plainRand(row.expiringCents),
    ]),
    ...undated.map(({ standing, cents }) => [`undated: ${standing}`, plainRand(cents), '', '', '', '']),
    ['undated: rentals on hold', plainRand(pendingCents), '', '', '', ''],
  ]);
