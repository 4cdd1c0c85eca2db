import { Fragment } from 'react';
import { useRefresh } from 'react-admin';
import { call } from '../api/http.ts';
import { date, percent, today } from '../format/format.ts';
import { asPart, type Wording } from '../i18n/wording.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import { FigureTable } from '../record/FigureTable.tsx';
import { StatusTag } from '../record/StatusTag.tsx';
import { useAction } from '../record/use-action.ts';
import { type Promotion, rateShown } from './promotion.ts';
import { type DatedChange, timelineOf } from './timeline.ts';

const COLUMNS = ['Effective from', 'Change', 'State'];

const shown = ({ promoRate, isActive }: DatedChange): Wording =>
  promoRate === undefined
    ? isActive
      ? 'Switched on'
      : 'Switched off'
    : ['Rate %{rate} (%{percent} of revenue)', { rate: rateShown(promoRate), percent: percent(promoRate) }];

/** Past, current and planned changes of a promotion. Planned changes can be withdrawn. */
export function Timeline({ promotion, mayChange }: { promotion: Promotion; mayChange: boolean }) {
  const { act } = useAction(useRefresh());
  const withdraw = ({ what, from }: DatedChange) =>
    act(() => call('DELETE', `promotions/${promotion.id}/changes/${what}/${from}`), 'Withdrawn.');
  return (
    <FigureTable
      caption="Effective-dated changes"
      columns={COLUMNS}
      rows={timelineOf(promotion, today()).map((change) => [
        `${change.from} ${change.what}`,
        change.from.startsWith('0000') ? ['Start'] : date(change.from),
        shown(change),
        <Fragment key="state">
          <StatusTag status={change.state} />{' '}
          {mayChange && change.state === 'planned' && (
            <ActionButton
              label="Withdraw"
              accessibleName={[
                'Withdraw: %{change} from %{from}',
                {
                  change: asPart(shown(change)),
                  from: date(change.from),
                },
              ]}
              onClick={() => withdraw(change)}
              size="small"
            />
          )}
        </Fragment>,
      ])}
    />
  );
}
