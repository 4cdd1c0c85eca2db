import type { Month } from '@fynbos/domain/calendar.ts';
import { api } from '../../api/calls.ts';
import { monthName } from '../../format/date.ts';
import { Icon } from '../../shell/Icon.tsx';

/** Downloads the month's statement. A button and not a link, because the request needs the token. */
export function StatementLinks({ month }: { readonly month: Month }) {
  const get = (kind: 'csv' | 'pdf') => () => void api.statement(kind, month).catch(() => undefined);
  return (
    <p className="row statement">
      <Icon name="download" />
      <span>Statement</span>
      <button type="button" className="link" onClick={get('pdf')}>
        PDF<span className="sr-only"> statement of {monthName(month)}</span>
      </button>
      <button type="button" className="link" onClick={get('csv')}>
        CSV<span className="sr-only"> statement of {monthName(month)}</span>
      </button>
    </p>
  );
}
