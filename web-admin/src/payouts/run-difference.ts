import { rand } from '../format/format.ts';
import type { Wording } from '../i18n/wording.ts';

/** Difference in nett pay, in cents, in words: "R23.05 more", "R16 191.16 less", "the same amount". */
export const nettMore = (cents: number): Wording =>
  cents === 0 ? ['the same amount'] : [cents > 0 ? '%{nett} more' : '%{nett} less', { nett: rand(Math.abs(cents)) }];

/** Difference in payment lines in words: "1 line more", "12 lines fewer", "as many lines". */
export const linesMore = (lines: number): Wording =>
  lines === 0
    ? ['as many lines']
    : [
        lines > 0 ? '%{count} line more |||| %{count} lines more' : '%{count} line fewer |||| %{count} lines fewer',
        { count: Math.abs(lines) },
      ];
