import type { Month } from '@fynbos/domain/calendar.ts';
import type { IncentiveLine } from '../../api/types.ts';
import { Accordion } from '../../components/Accordion.tsx';
import { t } from '../../i18n/t.tsx';
import { IncentiveLines } from './IncentiveLines.tsx';

interface Props {
  readonly lines: readonly IncentiveLine[];
  readonly month: Month;
}

/** Reservations of the month that are not owed, each with its reason: declined ones and those in an opening balance. */
export function DeclinedLines({ lines, month }: Props) {
  const isTakenOver = ({ reason }: IncentiveLine): boolean => reason === 'OpeningBalance';
  const declined = lines.filter((line) => !isTakenOver(line));
  const takenOver = lines.filter(isTakenOver);
  return (
    <>
      {declined.length > 0 && (
        <Accordion
          title={t('%{count} reservation didn’t qualify |||| %{count} reservations didn’t qualify', {
            count: declined.length,
          })}
        >
          <IncentiveLines lines={declined} month={month} />
        </Accordion>
      )}
      {takenOver.length > 0 && (
        <Accordion
          title={t('%{count} reservation in your opening balance |||| %{count} reservations in your opening balance', {
            count: takenOver.length,
          })}
        >
          <IncentiveLines lines={takenOver} month={month} />
        </Accordion>
      )}
    </>
  );
}
