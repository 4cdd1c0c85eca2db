import { Button } from '@mui/material';
import { grouped, words } from '../format/format.ts';
import { Wide } from '../record/Wide.tsx';
import { RESULTS, type Report, reportCsv } from './import-report.ts';

const TONE = {
  recorded: 'good',
  duplicate: 'neutral',
  conflict: 'attention',
  rejected: 'bad',
  unavailable: 'bad',
} as const;
/** Lines shown at once; all kept ones are in the file. */
const SHOWN = 200;

function save(report: Report): void {
  const address = URL.createObjectURL(new Blob([reportCsv(report.lines)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'import-report.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** What came of an import: how many lines of each result, and each line that wants a look with the reason. */
export function ImportReport({ report }: { report: Report }) {
  const { counts, lines, more } = report;
  return (
    <>
      <ul className="import-counts">
        {RESULTS.filter((result) => counts[result] > 0).map((result) => (
          <li key={result}>
            <span className={`status ${TONE[result]}`}>
              {grouped(counts[result])} {result}
            </span>
          </li>
        ))}
      </ul>
      {lines.length > 0 && (
        <>
          <h2 className="section">Lines that want a look</h2>
          <p>
            <Button onClick={() => save(report)} variant="outlined">
              Save these lines as CSV
            </Button>
          </p>
          <Wide>
            <table className="plain-table">
              <caption className="sr-only">Lines that were refused or taken with a warning</caption>
              <thead>
                <tr>
                  <th className="number" scope="col">
                    Line
                  </th>
                  <th scope="col">Kind</th>
                  <th scope="col">Result</th>
                  <th scope="col">Reason</th>
                </tr>
              </thead>
              <tbody>
                {lines.slice(0, SHOWN).map(({ line, type, result, notes }) => (
                  <tr key={line}>
                    <th className="number" scope="row">
                      {grouped(line)}
                    </th>
                    <td>{type ? words(type) : '—'}</td>
                    <td>
                      <span className={`status ${TONE[result]}`}>{result}</span>
                    </td>
                    <td>
                      {notes.map(({ path, message }) => (
                        <div key={path}>
                          {path && <span className="mono">{path} </span>}
                          {message}
                        </div>
                      ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Wide>
          {lines.length > SHOWN && (
            <p className="quiet">
              {grouped(lines.length - SHOWN + more)} more lines
              {more > 0 ? `; the file holds the first ${grouped(lines.length)}.` : '; the file holds them all.'}
            </p>
          )}
        </>
      )}
    </>
  );
}
