import type { Month } from '@fynbos/domain/calendar.ts';
import type { IncentiveLine } from '../../api/types.ts';
import { Accordion } from '../../shell/Accordion.tsx';
import { IncentiveLines } from './IncentiveLines.tsx';

interface Props {
  readonly lines: readonly IncentiveLine[];
  readonly month: Month;
}

/** Reservations of the month that earned nothing, each with its reason. */
export function DeclinedLines({ lines, month }: Props) {
  if (lines.length === 0) return null;
  return (
    <Accordion
      title={lines.length === 1 ? '1 reservation earned nothing' : `${lines.length} reservations earned nothing`}
    >
      <IncentiveLines lines={lines} month={month} />
    </Accordion>
  );
}
