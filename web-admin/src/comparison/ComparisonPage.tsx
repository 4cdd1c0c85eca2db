import type { Comparison } from '@fynbos/api/comparison/answers.ts';
import { useParams } from 'react-router-dom';
import { grouped, instant, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { duration } from '../operations/operations.ts';
import { DownloadButton } from '../record/ActionButton.tsx';
import { FigureTable, figures } from '../record/FigureTable.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { PageError, Progress, Waiting } from '../record/states.tsx';
import { Empty, Facts, Heading, Note } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import { ComparisonResult } from './ComparisonResult.tsx';
import { type Sums, subjectOf } from './comparison.ts';

const CRUMBS = [{ to: '/comparisons', label: 'Compare two moments' }];
const POLL_MS = 700;

function Comparing({ done, total, remainingMs }: Comparison) {
  return (
    <Progress label="Comparing the two moments" share={done !== null && total ? done / total : null}>
      {done === null || total === null ? (
        <T>Waiting to start.</T>
      ) : (
        <T values={{ done: grouped(done), total: grouped(total), remaining: duration(remainingMs ?? 0) }}>
          {remainingMs === null
            ? '%{done} of about %{total} entries read'
            : '%{done} of about %{total} entries read, about %{remaining} left'}
        </T>
      )}
    </Progress>
  );
}

// Nett comes first, so that a phone shows it without scrolling.
const amounts = ({ grossCents, payeCents, nettCents }: Sums) => [rand(nettCents), rand(grossCents), rand(payeCents)];

/** The bridge: opening figure, a step for each cause, closing figure. */
function Bridge({ opening, closing, bridge }: Comparison) {
  if (!opening || !closing) return null;
  return (
    <FigureTable
      caption="From the first moment to the second"
      columns={['Cause', ...figures('Nett', 'Gross', 'PAYE', 'Entries', 'Agents')]}
      rows={[
        ['opening', <T key="opening">At the first moment</T>, ...amounts(opening), '', ''],
        ...bridge.map(
          (step) =>
            [
              step.cause,
              <T key="cause">{step.label}</T>,
              ...amounts(step),
              grouped(step.entries),
              grouped(step.agents),
            ] as const,
        ),
      ]}
      totals={['At the second moment', ...amounts(closing), '', '']}
    />
  );
}

/** One comparison: its progress, the bridge by cause, and the changes in detail. */
export default function ComparisonPage() {
  const { id = '' } = useParams();
  const { data, error, notice } = useRead<Comparison>(`comparisons/${id}`, {
    pollMs: POLL_MS,
    pollWhile: (answer) => answer.status === 'running',
  });
  if (!data) return error ? <PageError crumbs={CRUMBS} error={error} title="Comparison" /> : <Waiting rows={8} />;
  const { status, from, to, reason, requestedByName, requestedAt, failure, entries, hasEntries } = data;
  return (
    <>
      <PageHead
        actions={
          status !== 'running' &&
          hasEntries && (
            <DownloadButton label="Download as PDF" name="comparison.pdf" path={`comparisons/${id}/result.pdf`} />
          )
        }
        crumbs={CRUMBS}
        title={subjectOf(data)}
      />
      {notice}
      <Facts
        facts={[
          ['First moment', instant(from)],
          ['Second moment', instant(to)],
          ['Reason', reason],
          ['Requested by', `${requestedByName}, ${instant(requestedAt)}`],
        ]}
      />
      {status === 'running' && <Comparing {...data} />}
      {status === 'failed' && <Note severity="error">{failure}</Note>}
      {status !== 'running' && entries === 0 && <Empty>Nothing changed between the two moments.</Empty>}
      <Bridge {...data} />
      {status !== 'running' && entries > 0 && (
        <>
          <Heading>What changed</Heading>
          {hasEntries ? (
            <ComparisonResult bridge={data.bridge} id={id} />
          ) : (
            <Empty>
              Single entries are stored for 90 days. Run the comparison again to see them; the result is the same.
            </Empty>
          )}
        </>
      )}
    </>
  );
}
