import type { Month } from '@fynbos/domain/calendar.ts';
import { rewards } from '../../api/reward-calls.ts';
import { DownloadButton } from '../../components/DownloadButton.tsx';
import { PageIcon } from '../../components/PageIcon.tsx';
import { monthName } from '../../format/date.ts';
import { t } from '../../i18n/t.tsx';

/** Downloads the month's statement. A button and not a link, because the request needs the token. */
export function StatementLinks({ month }: { readonly month: Month }) {
  const get = (kind: 'csv' | 'pdf') => () => rewards.statement(kind, month);
  return (
    <p className="row statement">
      <PageIcon name="download" />
      <span>{t('Statement')}</span>
      <DownloadButton className="link" get={get('pdf')}>
        {t('PDF')}
        <span className="sr-only"> {t('statement of %{month}', { month: monthName(month) })}</span>
      </DownloadButton>
      <DownloadButton className="link" get={get('csv')}>
        {t('CSV')}
        <span className="sr-only"> {t('statement of %{month}', { month: monthName(month) })}</span>
      </DownloadButton>
    </p>
  );
}
