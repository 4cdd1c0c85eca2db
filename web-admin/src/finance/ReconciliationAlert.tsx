import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { get } from '../api/http.ts';
import { grouped, instant } from '../format/format.ts';

interface Latest {
  readonly status: 'equal' | 'different';
  readonly differences: number;
  readonly finishedAt: string;
}

/** Says on the home page that the last comparison of the books found differences; nothing where it found none. */
export function ReconciliationAlert() {
  const { data } = useQuery({
    queryKey: ['reconciliation-latest'],
    queryFn: ({ signal }) => get<Latest | null>('reconciliations/latest', signal),
  });
  if (data?.status !== 'different') return null;
  return (
    <Alert severity="error" sx={{ mb: 2 }} variant="outlined">
      The books do not agree with themselves: {grouped(data.differences)}{' '}
      {data.differences === 1 ? 'difference' : 'differences'} found {instant(data.finishedAt)}.{' '}
      <Link className="text-link" to="/reconciliations">
        See what differs
      </Link>
    </Alert>
  );
}
