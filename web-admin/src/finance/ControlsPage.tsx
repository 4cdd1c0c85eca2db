import { useQuery } from '@tanstack/react-query';

import { Link } from 'react-router-dom';
import { get } from '../api/http.ts';
import { instant } from '../format/format.ts';
import { PageHead } from '../record/PageHead.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { subjectLink } from '../record/subject-link.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { FigureTable } from './FigureTable.tsx';
import './finance.css';
import { T } from '../i18n/T.tsx';
import { dayBefore, Period, usePeriod } from './Period.tsx';

interface Finding {
  readonly control: string;
  readonly at: string;
  readonly by: string;
  readonly subject: string;
  readonly what: string;
  readonly reason: string | null;
}
interface ControlsView {
  readonly controls: readonly { control: string; label: string; found: number }[];
  readonly findings: readonly Finding[];
}

const COLUMNS = [{ label: 'When' }, { label: 'Who' }, { label: 'What' }, { label: 'Reason' }];

const What = ({ link, what }: { link: string | null; what: string }) =>
  link ? (
    <Link className="text-link" to={link}>
      {what}
    </Link>
  ) : (
    what
  );

/**
 * Findings of the internal controls: actions without a required approval, and actions of administrators that concern
 * themselves.
 */
export default function ControlsPage() {
  const [days, setDays] = usePeriod({ from: dayBefore(90), to: dayBefore(0) });
  const query = `from=${days.from}&to=${days.to}`;
  const { data, error, refetch } = useQuery({
    queryKey: ['controls', query],
    queryFn: ({ signal }) => get<ControlsView>(`controls?${query}`, signal),
  });
  return (
    <>
      <PageHead
        actions={
          <DownloadButton name={`controls-${days.from}-${days.to}.csv`} path={`reports/controls.csv?${query}`}>
            <T>Export CSV</T>
          </DownloadButton>
        }
        title="Controls"
      />
      <p>
        <T>
          What the records say of the rules: two people for each run, nobody on their own record, nothing that reaches
          back, no money owed on one person’s word unseen.
        </T>
      </p>
      <Period days={days} onChange={setDays} />
      {error && <ErrorNote error={error} onRetry={refetch} />}
      {!error && !data && <Waiting rows={8} />}
      {data?.controls.map(({ control, label, found }) => (
        <section key={control}>
          <h2 className="section">
            <T>{label}</T>
          </h2>
          {found === 0 ? (
            <p>
              <T>None.</T>
            </p>
          ) : (
            <FigureTable
              caption={label}
              columns={COLUMNS}
              rows={data.findings
                .filter((finding) => finding.control === control)
                .map(({ at, by, subject, what, reason }) => [
                  `${at} ${what} ${subject}`,
                  instant(at),
                  by,
                  <What key="what" link={subjectLink(subject)} what={what} />,
                  reason ?? '',
                ])}
            />
          )}
        </section>
      ))}
    </>
  );
}
