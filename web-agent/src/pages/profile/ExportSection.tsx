import { account } from '../../api/account-calls.ts';
import { DownloadButton } from '../../shell/DownloadButton.tsx';

/** Downloads all data the programme stores about the agent. */
export function ExportSection() {
  const get = (kind: 'json' | 'pdf') => () => account.exportData(kind);
  return (
    <section className="stack" aria-labelledby="export">
      <h2 id="export">Your data</h2>
      <p>Download everything we hold about you: your details, rewards, payouts, enquiries and account activity.</p>
      <p className="row">
        <DownloadButton className="button button-plain" get={get('pdf')}>
          Download as PDF
        </DownloadButton>
        <DownloadButton className="button button-plain" get={get('json')}>
          Download as JSON
        </DownloadButton>
      </p>
    </section>
  );
}
