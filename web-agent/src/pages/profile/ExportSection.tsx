import { api } from '../../api/calls.ts';

/** Downloads all data the programme stores about the agent. */
export function ExportSection() {
  const get = (kind: 'json' | 'pdf') => () => void api.exportData(kind).catch(() => undefined);
  return (
    <section className="stack" aria-labelledby="export">
      <h2 id="export">Your data</h2>
      <p>Everything that we hold about you: your details, rewards, payouts, enquiries and changes.</p>
      <p className="row">
        <button type="button" className="button button-plain" onClick={get('pdf')}>
          Download as PDF
        </button>
        <button type="button" className="button button-plain" onClick={get('json')}>
          Download as JSON
        </button>
      </p>
    </section>
  );
}
