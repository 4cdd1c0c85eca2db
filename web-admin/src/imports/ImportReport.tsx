import { Button } from '@mui/material';
import { grouped, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { Wide } from '../record/FigureTable.tsx';
import { RESULTS, type Report, reportCsv } from './import-report.ts';

const TONE = {
  recorded: 'good',
  duplicate: 'neutral',
  conflict: 'attention',
  rejected: 'bad',
  unavailable: 'bad',
} as const;
/** Maximum number of lines on the page. The downloaded file holds all lines that were kept. */
const SHOWN = 200;

function save(report: Report): void {
  const address = URL.createObjectURL(new Blob([reportCsv(report.lines)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'import-report.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Result of an import: the number of lines by result, and each refused line or line with a warning, with its reason.
 */
export function ImportReport({ report }: { report: Report }) {
  const { counts, lines, more } = report;
  return (
    <>
      <ul className="import-counts">
        {RESULTS.filter((result) => counts[result] > 0).map((result) => (
          <li key={result}>
            <span className={`status ${TONE[result]}`}>
              <T values={{ result: [result], count: counts[result] }}>{'%{count} %{result}'}</T>
            </span>
          </li>
        ))}
      </ul>
      {lines.length > 0 && (
        <>
          <h2 className="section">
            <T>Lines that need attention</T>
          </h2>
          <p>
            <Button onClick={() => save(report)} variant="outlined">
              <T>Download these lines as CSV</T>
            </Button>
          </p>
          <Wide>
            <table className="plain-table">
              <caption className="sr-only">
                <T>Lines that were rejected, or imported with a warning</T>
              </caption>
              <thead>
                <tr>
                  <th className="number" scope="col">
                    <T>Line</T>
                  </th>
                  <th scope="col">
                    <T>Kind</T>
                  </th>
                  <th scope="col">
                    <T>Result</T>
                  </th>
                  <th scope="col">
                    <T>Reason</T>
                  </th>
                </tr>
              </thead>
              <tbody>
                {lines.slice(0, SHOWN).map(({ line, type, result, notes }) => (
                  <tr key={line}>
                    <th className="number" scope="row">
                      {grouped(line)}
                    </th>
                    <td>{type ? <T>{words(type)}</T> : '—'}</td>
                    <td>
                      <span className={`status ${TONE[result]}`}>
                        <T>{result}</T>
                      </span>
                    </td>
                    <td>
                      {notes.map(({ path, message }) => (
                        <div key={path}>
                          {path && <span className="mono">{path} </span>}
                          <T>{message}</T>
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
              <T values={{ count: lines.length - SHOWN + more, first: grouped(lines.length) }}>
                {more > 0
                  ? '%{count} more lines. The CSV contains the first %{first}.'
                  : '%{count} more lines. The CSV contains all of them.'}
              </T>
            </p>
          )}
        </>
      )}
    </>
  );
}
