import { account } from '../../api/account-calls.ts';
import { DownloadButton } from '../../components/DownloadButton.tsx';
import { t } from '../../i18n/t.tsx';

/** Downloads all data the programme stores about the agent. */
export function ExportSection() {
  const get = (kind: 'json' | 'pdf') => () => account.exportData(kind);
  return (
    <section className="stack" aria-labelledby="export">
      <h2 id="export">{t('Your data')}</h2>
      <p>
        {t('Download everything we hold about you: your details, rewards, payouts, enquiries and account activity.')}
      </p>
      <p className="row">
        <DownloadButton className="button button-plain" get={get('pdf')}>
          {t('Download as PDF')}
        </DownloadButton>
        <DownloadButton className="button button-plain" get={get('json')}>
          {t('Download as JSON')}
        </DownloadButton>
      </p>
    </section>
  );
}
