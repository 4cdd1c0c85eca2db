import type { Month } from '@fynbos/domain/calendar.ts';
import { api } from '../../api/calls.ts';
import { monthName } from '../../format/date.ts';
import { DownloadButton } from '../../shell/DownloadButton.tsx';
import { PageIcon } from '../../shell/PageIcon.tsx';

/** Downloads the month's statement. A button and not a link, because the request needs the token. */
export function StatementLinks({ month }: { readonly month: Month }) {
  const get = (kind: 'csv' | 'pdf') => () => api.statement(kind, month);
  return (
    <p className="row statement">
      <PageIcon name="download" />
      <span>Statement</span>
      <DownloadButton className="link" get={get('pdf')}>
        PDF<span className="sr-only"> statement of {monthName(month)}</span>
      </DownloadButton>
      <DownloadButton className="link" get={get('csv')}>
        CSV<span className="sr-only"> statement of {monthName(month)}</span>
      </DownloadButton>
    </p>
  );
}
