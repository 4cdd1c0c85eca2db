import { grouped, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { FigureTable } from '../record/FigureTable.tsx';
import { Notes } from '../record/Notes.tsx';
import { StatusTag } from '../record/StatusTag.tsx';
import { Heading, Remark } from '../record/texts.tsx';
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
          <Heading>Lines that need attention</Heading>
          <p>
            <ActionButton label="Download these lines as CSV" onClick={() => save(report)} variant="outlined" />
          </p>
          <FigureTable
            caption="Lines that were rejected, or imported with a warning"
            columns={['Line', 'Kind', 'Result', 'Reason']}
            rows={lines
              .slice(0, SHOWN)
              .map(({ line, type, result, notes }) => [
                String(line),
                grouped(line),
                type ? [words(type)] : '—',
                <StatusTag key="result" status={result} />,
                <Notes key="reason" notes={notes} />,
              ])}
          />
          {lines.length > SHOWN && (
            <Remark values={{ count: lines.length - SHOWN + more, first: grouped(lines.length) }}>
              {more > 0
                ? '%{count} more lines. The CSV contains the first %{first}.'
                : '%{count} more lines. The CSV contains all of them.'}
            </Remark>
          )}
        </>
      )}
    </>
  );
}
