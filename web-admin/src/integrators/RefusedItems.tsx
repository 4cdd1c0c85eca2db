import { useState } from 'react';
import { instant, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { FigureTable } from '../record/FigureTable.tsx';
import { Notes } from '../record/Notes.tsx';
import { StatusTag } from '../record/StatusTag.tsx';
import { Empty } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import { type Refused, sendAgain } from './integrator-calls.ts';
import { RetryDialog } from './RetryDialog.tsx';

/** Rejected and conflicting items with their reasons. Each can be corrected and sent again. */
export function RefusedItems({ id, mayRetry }: { id: string; mayRetry: boolean }) {
  const [retrying, setRetrying] = useState<Refused | null>(null);
  const { data, refetch, notice } = useRead<Refused[]>(`integrators/${id}/refused`);
  if (notice) return notice;
  if (data.length === 0)
    return <Empty>No rejected items. Rejected and conflicting items appear here with the reason.</Empty>;
  return (
    <>
      <FigureTable
        caption="Refused items"
        columns={['When', 'Item', 'Result', 'Reason', 'Sent again']}
        rows={data.map((item) => [
          item.itemId,
          instant(item.at),
          <div key="item">
            <T>{item.type ? words(item.type) : 'Item'}</T> <span className="mono">{item.reservationNo}</span>
            <div className="quiet">
              <T values={{ line: item.line + 1 }}>{'line %{line}'}</T>
            </div>
          </div>,
          <StatusTag key="result" status={item.result} />,
          <Notes key="reason" notes={item.errors} />,
          <div key="again">
            {item.retryResult && (
              <div>
                <T>{item.retryResult}</T>, {instant(item.retriedAt)}
              </div>
            )}
            {mayRetry && item.item != null && item.retryResult !== 'recorded' && (
              <ActionButton
                label="Send again"
                accessibleName={sendAgain(item)}
                onClick={() => setRetrying(item)}
                size="small"
                sx={{ whiteSpace: 'nowrap' }}
                variant="outlined"
              />
            )}
          </div>,
        ])}
      />
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
