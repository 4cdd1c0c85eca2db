import type { PromotionOutcome as Line } from '@fynbos/api/rewards/answers.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { get } from '../api/http.ts';
import { grouped, percent, rand, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { Wide } from '../record/FigureTable.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';

/** Results of the promotion: rentals, rewards and refusals by reason, from the read model of rewards. */
export function Performance({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['promotions', id, 'performance'],
    queryFn: ({ signal }) => get<Line[]>(`promotions/${id}/performance`, signal),
  });
  if (error) return <ErrorNote error={error} />;
  if (!data) return <Waiting />;
  if (data.length === 0)
    return (
      <p className="empty">
        <T>No rental has been decided on this promotion yet.</T>
      </p>
    );
  const total = (value: (line: Line) => number) => data.reduce((sum, line) => sum + value(line), 0);
  const rentals = total((line) => line.rentals);
  const refused = total((line) => (line.status === 'Declined' ? line.rentals : 0));
  const list = (line: Line) =>
    `/rewards?filter=${encodeURIComponent(
      JSON.stringify({ promotionId: id, status: line.status, ...(line.reason ? { reason: line.reason } : {}) }),
    )}`;
  return (
    <Wide>
      <p>
        <T
          values={{
            earning: grouped(rentals - refused),
            rentals: grouped(rentals),
            share: percent((rentals - refused) / rentals),
            total: rand(total((line) => line.nettCents)),
          }}
        >
          {'%{earning} of %{rentals} rentals earned a reward (%{share}): %{total} nett in total.'}
        </T>
      </p>
      <table className="plain-table">
        <caption className="sr-only">
          <T>Rentals and rewards by outcome</T>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <T>Outcome</T>
            </th>
            <th scope="col">
              <T>Reason</T>
            </th>
            {['Rentals', 'T&K revenue', 'Gross', 'Nett'].map((label) => (
              <th className="number" key={label} scope="col">
                <T>{label}</T>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((line) => (
            <tr key={`${line.status} ${line.reason}`}>
              <td>
                <T>{line.status}</T>
              </td>
              <td>{line.reason ? <T>{words(line.reason)}</T> : '—'}</td>
              <td className="number">
                <Link className="text-link" to={list(line)}>
                  {grouped(line.rentals)}
                </Link>
              </td>
              <td className="number">{rand(line.tkRevenueCents)}</td>
              <td className="number">{rand(line.grossCents)}</td>
              <td className="number">{rand(line.nettCents)}</td>
            </tr>
          ))}
          <tr>
            <th colSpan={2} scope="row">
              <T>Total</T>
            </th>
            <td className="number">{grouped(rentals)}</td>
            <td className="number">{rand(total((line) => line.tkRevenueCents))}</td>
            <td className="number">{rand(total((line) => line.grossCents))}</td>
            <td className="number">{rand(total((line) => line.nettCents))}</td>
          </tr>
        </tbody>
      </table>
    </Wide>
  );
}
