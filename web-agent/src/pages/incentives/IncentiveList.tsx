import type { Month } from '@fynbos/domain/calendar.ts';
import { useState } from 'react';
import type { Incentive } from '../../api/types.ts';
import { IncentiveLines } from './IncentiveLines.tsx';

interface Props {
  readonly incentives: readonly Incentive[];
  readonly month: Month;
}

/** The alternative view: every reservation of the month, by market sector (specification, section 2). */
export function IncentiveList({ incentives, month }: Props) {
  const [sector, setSector] = useState('');
  const lines = incentives.flatMap(({ details }) => details);
  const sectors = [...new Set(lines.map(({ marketSector }) => marketSector))].sort();
  const shown = lines.filter(({ marketSector }) => sector === '' || marketSector === sector);
  return (
    <div className="stack">
      <div className="month-choice">
        <label htmlFor="sector">Market sector</label>
        <select id="sector" className="input" value={sector} onChange={(event) => setSector(event.target.value)}>
          <option value="">All sectors</option>
          {sectors.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <IncentiveLines lines={shown} month={month} withStatus />
    </div>
  );
}
