import type { Month } from '@fynbos/domain/calendar.ts';
import { useId } from 'react';
import type { Incentive } from '../../api/types.ts';
import { Amounts } from '../../format/Amounts.tsx';
import { monthName } from '../../format/date.ts';
import { randOf } from '../../format/money.ts';
import { serverText, t } from '../../i18n/t.tsx';
import { IncentiveLines } from './IncentiveLines.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { lookOf } from './status.ts';

interface Props {
  readonly incentive: Incentive;
  readonly month: Month;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** Places of the card and of its panel in the grid: the panel follows the last card of the row. */
  readonly place: { readonly card: number; readonly panel: number };
}

/**
 * One promotion, month and status. The main amount is nett, shown with gross and PAYE. The details open below the row,
 * so that the cards and the pressed button stay where they are.
 */
export function IncentiveCard({ incentive, month, open, onToggle, place }: Props) {
  const { title, status, amount, grossAmount, paye, details } = incentive;
  const id = useId();
  const { tint } = lookOf(status);
  return (
    <>
      <li className={`incentive incentive-${tint}${open ? ' incentive-open' : ''}`} style={{ order: place.card }}>
        <div className="incentive-head">
          <h3>{title}</h3>
          <StatusBadge status={status} />
        </div>
        <Amounts
          className="incentive-facts"
          of={[
            { name: t('Amount'), text: randOf(amount), className: 'incentive-amount' },
            { name: t('Month'), text: monthName(month) },
            { name: t('Gross'), text: randOf(grossAmount) },
            { name: 'PAYE', text: randOf(paye) },
          ]}
        />
        <button
          type="button"
          className="button button-plain"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
        >
          {t('MORE INFO')}{' '}
          <span className="sr-only">{t('about %{title}, %{status}', { title, status: serverText(status) })}</span>
        </button>
      </li>
      <li id={id} hidden={!open} className={`incentive-panel incentive-${tint}`} style={{ order: place.panel }}>
        {open && <IncentiveLines lines={details} month={month} />}
      </li>
    </>
  );
}
