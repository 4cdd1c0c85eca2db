import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { get } from '../api/http.ts';
import { grouped, instant, rand } from '../format/format.ts';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Wide } from '../record/Wide.tsx';
import { questionOf, type Recalculation } from './what-if.ts';

const POLL_MS = 1000;

function Booked({ one: { status, booked, preview, done, total } }: { one: Recalculation }) {
  if (status === 'booking')
    return (
      <span className="status attention">
        being booked{total ? `: ${grouped(done ?? 0)} of ${grouped(total)} reservations looked at` : ''}
      </span>
    );
  const isAsPreviewed = booked?.nettCents === preview.nettCents && booked.reservations === preview.reservations;
  return (
    <>
      {rand(booked?.nettCents)}{' '}
      <span className={`status ${isAsPreviewed ? 'good' : 'attention'}`}>
        {isAsPreviewed ? 'as previewed' : 'the books had changed'}
      </span>
    </>
  );
}

/** Corrections that came of what-ifs: by whom, why, what was previewed and what was booked. */
export function Recalculations({ codeOf }: { codeOf: (promotionId: string) => string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['recalculations'],
    queryFn: ({ signal }) => get<Recalculation[]>('recalculations', signal),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'booking') ? POLL_MS : false),
  });
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting rows={3} />;
  if (data.length === 0)
    return (
      <p className="empty">Nothing was corrected from a what-if yet. Its page offers it where books would differ.</p>
    );
  return (
    <Wide>
      <table className="plain-table what-if-table">
        <caption className="sr-only">Corrections from what-ifs</caption>
        <thead>
          <tr>
            <th scope="col">Correction</th>
            <th scope="col">Why</th>
            <th scope="col">By</th>
            <th className="number" scope="col">
              Previewed, nett
            </th>
            <th className="number" scope="col">
              Booked, nett
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <Link className="text-link" to={`/what-ifs/${one.whatIfId}`}>
                  {questionOf(one.definition, codeOf)}
                </Link>
              </th>
              <td>
                {one.reason}: {one.text}
              </td>
              <td>
                {one.requestedByName} and {one.approvedByName}, {instant(one.orderedAt)}
              </td>
              <td className="number">{rand(one.preview.nettCents)}</td>
              <td className="number">
                <Booked one={one} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
