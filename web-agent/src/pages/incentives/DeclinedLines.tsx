import type { Month } from '@fynbos/domain/calendar.ts';
import type { IncentiveLine } from '../../api/types.ts';
import { Accordion } from '../../shell/Accordion.tsx';
import { IncentiveLines } from './IncentiveLines.tsx';

interface Props {
  readonly lines: readonly IncentiveLine[];
  readonly month: Month;
}

/** Reservations of the month that are not owed, each with its reason: declined ones and those in an opening balance. */
export function DeclinedLines({ lines, month }: Props) {
  const isTakenOver = ({ reason }: IncentiveLine): boolean => reason === 'OpeningBalance';
  const groups = [
    [lines.filter((line) => !isTakenOver(line)), 'didn’t qualify'],
    [lines.filter(isTakenOver), 'in your opening balance'],
  ] as const;
  return groups.map(
    ([own, what]) =>
      own.length > 0 && (
        <Accordion key={what} title={`${own.length === 1 ? '1 reservation' : `${own.length} reservations`} ${what}`}>
          <IncentiveLines lines={own} month={month} />
        </Accordion>
      ),
  );
}
