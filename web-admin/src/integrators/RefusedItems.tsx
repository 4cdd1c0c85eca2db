import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../api/http.ts';
import { instant, words } from '../format/format.ts';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Wide } from '../record/Wide.tsx';
import type { Refused } from './integrator-calls.ts';
import { RetryDialog } from './RetryDialog.tsx';

/** Items that were rejected or in conflict, with the reason; each can be corrected and sent again. */
export function RefusedItems({ id, mayRetry }: { id: string; mayRetry: boolean }) {
  const [retrying, setRetrying] = useState<Refused | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['integrator-refused', id],
    queryFn: ({ signal }) => get<Refused[]>(`integrators/${id}/refused`, signal),
  });
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting />;
  if (data.length === 0)
    return (
      <p className="empty">Nothing was refused lately. Rejected and conflicting items appear here with the reason.</p>
    );
  return (
    <>
      <Wide>
        <table className="plain-table">
          <caption className="sr-only">Refused items</caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Item</th>
              <th scope="col">Result</th>
              <th scope="col">Reason</th>
              <th scope="col">Sent again</th>
            </tr>
          </thead>
          <tbody>
            {data.map((item) => (
              <tr key={item.itemId}>
                <th scope="row">{instant(item.at)}</th>
                <td>
                  {item.type ? words(item.type) : 'Item'} <span className="mono">{item.reservationNo}</span>
                  <div className="quiet">line {item.line + 1}</div>
                </td>
                <td>
                  <span className={`status ${item.result === 'conflict' ? 'attention' : 'bad'}`}>{item.result}</span>
                </td>
                <td>
                  {item.errors.map(({ path, message }) => (
                    <div key={path}>
                      {path && <span className="mono">{path} </span>}
                      {message}
                    </div>
                  ))}
                </td>
                <td>
                  {item.retryResult && (
                    <div>
                      {item.retryResult}, {instant(item.retriedAt)}
                    </div>
                  )}
                  {mayRetry && item.item && item.retryResult !== 'recorded' && (
                    <Button
                      aria-label={`Send ${item.reservationNo ?? 'the item'} again`}
                      onClick={() => setRetrying(item)}
                      size="small"
                      sx={{ whiteSpace: 'nowrap' }}
                      variant="outlined"
                    >
                      Send again
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      {retrying && (
        <RetryDialog
          id={id}
          item={retrying}
          onClose={() => {
            setRetrying(null);
            void refetch();
          }}
        />
      )}
    </>
  );
}
