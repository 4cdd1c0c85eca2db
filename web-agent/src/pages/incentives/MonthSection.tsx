import type { Month } from '@fynbos/domain/calendar.ts';
import { offlineApi } from '../../api/offline-copy.ts';
import type { Incentive } from '../../api/types.ts';
import { LoadState, useFresh, useLoaded } from '../../components/load-state.tsx';
import { monthBounds, monthName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { T, t } from '../../i18n/t.tsx';
import { lazyPart } from '../../shell/lazy-page.tsx';
import { IncentiveCards } from './IncentiveCards.tsx';
import { MonthChoice, MonthStatementLinks, type View, ViewChoice } from './MonthControls.tsx';
import { countText, type MonthFigures, monthFigures } from './month-figures.ts';

const IncentiveList = lazyPart(() => import('./IncentiveList.tsx'), <MonthLoading />);

interface Props {
  readonly months: readonly Month[];
  readonly loyaltyTrackingNo: string;
  readonly month: Month;
  readonly view: View;
  readonly onMonth: (month: Month) => void;
  readonly onView: (view: View) => void;
}

/** One month's incentives with their sum, as cards or as a list, with its statement. */
export function MonthSection({ months, loyaltyTrackingNo, month, view, onMonth, onView }: Props) {
  const loaded = useLoaded(() => incentivesOf(month, loyaltyTrackingNo), month);
  const { data } = loaded;
  useFresh(loaded);
  const figures = data && monthFigures(data);
  return (
    <section className="stack" aria-labelledby="incentives">
      <div className="row spread month-head">
        <div>
          <h2 id="incentives">{monthName(month)}</h2>
          {figures && <MonthTotal figures={figures} />}
        </div>
        <MonthStatementLinks month={month} />
      </div>
      <div className="row spread">
        <MonthChoice months={months} month={month} onMonth={onMonth} />
        <ViewChoice view={view} onView={onView} />
      </div>
      <p className="sr-only" role="status">
        {figures ? `${monthName(month)}: ${countText(figures)}` : ''}
      </p>
      <LoadState
        of={loaded}
        text={t('The incentives of this month could not be loaded.')}
        placeholder={<MonthLoading />}
      />
      {data && view === 'cards' && <IncentiveCards key={month} incentives={data} month={month} />}
      {data && view === 'list' && <IncentiveList key={month} incentives={data} month={month} />}
    </section>
  );
}

function MonthTotal({ figures }: { readonly figures: MonthFigures }) {
  return (
    <>
      <p className="figure">
        {rand(figures.nettCents)} <span>{t('nett')}</span>
      </p>
      <p className="quiet">
        <T
          text="%{gross} gross, %{paye} PAYE. %{counts}."
          gross={<span className="money">{rand(figures.grossCents)}</span>}
          paye={<span className="money">{rand(figures.payeCents)}</span>}
          counts={countText(figures)}
        />
      </p>
    </>
  );
}

function MonthLoading() {
  return (
    <div className="cards skeleton" aria-hidden="true">
      <i className="tall" />
      <i className="tall" />
      <i className="tall" />
    </div>
  );
}

/** The specification's query, followed by the declined reservations, which need their own query. */
async function incentivesOf(month: Month, loyaltyTrackingNo: string): Promise<Incentive[]> {
  const query = { ...monthBounds(month), reservationNumber: '', loyaltyTrackingNo };
  const [rewarded, declined] = await Promise.all([
    offlineApi.incentives({ ...query, status: '' }),
    offlineApi.incentives({ ...query, status: 'Declined' }),
  ]);
  return [...rewarded, ...declined];
}
