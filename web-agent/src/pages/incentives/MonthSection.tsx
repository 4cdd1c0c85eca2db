import type { Month } from '@fynbos/domain/calendar.ts';
import { useState } from 'react';
import { api } from '../../api/calls.ts';
import type { Incentive } from '../../api/types.ts';
import { monthBounds, monthName } from '../../format/date.ts';
import { LoadFailed } from '../../shell/LoadFailed.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { IncentiveCards } from './IncentiveCards.tsx';
import { IncentiveList } from './IncentiveList.tsx';
import { MonthChoice } from './MonthChoice.tsx';
import { StatementLinks } from './StatementLinks.tsx';
import { type View, ViewChoice } from './ViewChoice.tsx';

interface Props {
  readonly months: readonly Month[];
  readonly loyaltyTrackingNo: string;
}

/** One month's incentives, as cards or as a list, with its statement. */
export function MonthSection({ months, loyaltyTrackingNo }: Props) {
  const [month, setMonth] = useState<Month>(months[0] ?? '');
  const [view, setView] = useState<View>('cards');
  const { data, failed, reload } = useLoaded(() => incentivesOf(month, loyaltyTrackingNo), month);
  return (
    <section className="stack" aria-labelledby="incentives">
      <div className="row spread">
        <h2 id="incentives">Incentives</h2>
        <StatementLinks month={month} />
      </div>
      <div className="row spread">
        <MonthChoice months={months} month={month} onMonth={setMonth} />
        <ViewChoice view={view} onView={setView} />
      </div>
      <p className="sr-only" role="status">
        {data ? `${data.length} incentives in ${monthName(month)}` : ''}
      </p>
      {failed && !data && <LoadFailed text="The incentives of this month could not be loaded." onRetry={reload} />}
      {!failed && !data && <MonthLoading />}
      {data && view === 'cards' && <IncentiveCards key={month} incentives={data} month={month} />}
      {data && view === 'list' && <IncentiveList incentives={data} month={month} />}
    </section>
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

/**
 * Loads the month's rewards with the specification's query, followed by the declined reservations, which need their own
 * query.
 */
async function incentivesOf(month: Month, loyaltyTrackingNo: string): Promise<Incentive[]> {
  const query = { ...monthBounds(month), reservationNumber: '', loyaltyTrackingNo };
  const [rewarded, declined] = await Promise.all([
    api.incentives({ ...query, status: '' }),
    api.incentives({ ...query, status: 'Declined' }),
  ]);
  return [...rewarded, ...declined];
}
