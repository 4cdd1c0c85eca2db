import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../api/http.ts';
import { instant, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { Wide } from '../record/FigureTable.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { type Refused, sendAgain } from './integrator-calls.ts';
import { RetryDialog } from './RetryDialog.tsx';

/** Rejected and conflicting items with their reasons. Each can be corrected and sent again. */
export function RefusedItems({ id, mayRetry }: { id: string; mayRetry: boolean }) {
  const say = useSay();
  const [retrying, setRetrying] = useState<Refused | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['integrator-refused', id],
    queryFn: ({ signal }) => get<Refused[]>(`integrators/${id}/refused`, signal),
  });
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting />;
  if (data.length === 0)
    return (
      <p className="empty">
        <T>No rejected items. Rejected and conflicting items appear here with the reason.</T>
      </p>
    );
  return (
    <>
      <Wide>
        <table className="plain-table">
          <caption className="sr-only">
            <T>Refused items</T>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <T>When</T>
              </th>
              <th scope="col">
                <T>Item</T>
              </th>
              <th scope="col">
                <T>Result</T>
              </th>
              <th scope="col">
                <T>Reason</T>
              </th>
              <th scope="col">
                <T>Sent again</T>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((item) => (
              <tr key={item.itemId}>
                <th scope="row">{instant(item.at)}</th>
                <td>
                  <T>{item.type ? words(item.type) : 'Item'}</T> <span className="mono">{item.reservationNo}</span>
                  <div className="quiet">
                    <T values={{ line: item.line + 1 }}>{'line %{line}'}</T>
                  </div>
                </td>
                <td>
                  <span className={`status ${item.result === 'conflict' ? 'attention' : 'bad'}`}>
                    <T>{item.result}</T>
                  </span>
                </td>
                <td>
                  {item.errors.map(({ path, message }) => (
                    <div key={path}>
                      {path && <span className="mono">{path} </span>}
                      <T>{message}</T>
                    </div>
                  ))}
                </td>
                <td>
                  {item.retryResult && (
                    <div>
                      <T>{item.retryResult}</T>, {instant(item.retriedAt)}
                    </div>
                  )}
                  {mayRetry && item.item != null && item.retryResult !== 'recorded' && (
                    <Button
                      aria-label={say(sendAgain(item))}
                      onClick={() => setRetrying(item)}
                      size="small"
                      sx={{ whiteSpace: 'nowrap' }}
                      variant="outlined"
                    >
                      <T>Send again</T>
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
