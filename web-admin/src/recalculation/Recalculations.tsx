import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { get } from '../api/http.ts';
import { grouped, instant, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Wide } from '../record/Wide.tsx';
import { questionOf, type Recalculation } from '../simulation/what-if.ts';

const POLL_MS = 1000;

function Booked({ one: { status, booked, preview, refusal, found, done, total } }: { one: Recalculation }) {
  if (status === 'booking')
    return (
      <span className="status attention">
        <T values={{ done: grouped(done ?? 0), total: grouped(total ?? 0) }}>
          {total ? 'being booked: %{done} of %{total} reservations looked at' : 'being booked'}
        </T>
      </span>
    );
  if (status === 'refused')
    return (
      <>
        <span className="status attention">
          <T>nothing booked</T>
        </span>{' '}
        <T>{refusal ?? ''}</T>{' '}
        <T values={{ nett: rand(found?.nettCents), reservations: grouped(found?.reservations ?? 0) }}>
          {'It would have been %{nett} for %{reservations} reservations.'}
        </T>
      </>
    );
  const isAsPreviewed = booked?.nettCents === preview.nettCents && booked.reservations === preview.reservations;
  return (
    <>
      {rand(booked?.nettCents)}{' '}
      <span className={`status ${isAsPreviewed ? 'good' : 'attention'}`}>
        <T>{isAsPreviewed ? 'as previewed' : 'the books had changed'}</T>
      </span>
    </>
  );
}

/** Adjustments that follow simulations: author, reason, preview and booked entries. */
export function Recalculations({ codeOf }: { codeOf: (promotionId: string) => string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['recalculations'],
    queryFn: ({ signal }) => get<Recalculation[]>('recalculations', signal),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'booking') ? POLL_MS : false),
  });
  if (error && !data?.length) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting rows={3} />;
  if (data.length === 0)
    return (
      <p className="empty">
        <T>No corrections from an analysis yet. An analysis offers one when amounts would change.</T>
      </p>
    );
  return (
    <>
      {error && <ErrorNote error={error} onRetry={refetch} />}
      <Wide>
        <table className="plain-table what-if-table">
          <caption className="sr-only">
            <T>Corrections from what-ifs</T>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <T>Correction</T>
              </th>
              <th scope="col">
                <T>Why</T>
              </th>
              <th scope="col">
                <T>By</T>
              </th>
              <th className="number" scope="col">
                <T>Previewed, nett</T>
              </th>
              <th className="number" scope="col">
                <T>Booked, nett</T>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((one) => (
              <tr key={one.id}>
                <th scope="row">
                  <Link className="text-link" to={`/what-ifs/${one.whatIfId}`}>
                    <T>{questionOf(one.definition, codeOf)}</T>
                  </Link>
                </th>
                <td>
                  <T>{one.reason}</T>: {one.text}
                </td>
                <td>
                  <T
                    values={{
                      requestedByName: one.requestedByName,
                      approvedByName: one.approvedByName,
                      orderedAt: instant(one.orderedAt),
                    }}
                  >
                    {'%{requestedByName} and %{approvedByName}, %{orderedAt}'}
                  </T>
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
    </>
  );
}
