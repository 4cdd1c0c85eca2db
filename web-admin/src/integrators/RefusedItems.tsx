import type { RefusedItem as Refused } from '@fynbos/api/integrators/answers.ts';
import { DialogActions, DialogContent } from '@mui/material';
import { useState } from 'react';
import { useRefresh } from 'react-admin';
import { useCommand } from '../api/use-command.ts';
import { ActionButton, useClose } from '../components/ActionButton.tsx';
import { Notes, StatusTag } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { DialogForm, DialogFrame } from '../form/FormDialog.tsx';
import { instant, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { PagedTable } from '../list/PagedTable.tsx';
import { type ItemAnswer, sendAgain } from './integrator-calls.ts';
import { ItemAnswerNote, ItemInput } from './item.tsx';

/** Edits a refused item and sends it again on behalf of the integrator. */
function RetryDialog({ id, item }: { id: string; item: Refused }) {
  const { command } = useCommand();
  const close = useClose();
  const refresh = useRefresh();
  const [answer, setAnswer] = useState<ItemAnswer | null>(null);
  // Reloads only when the dialog closes: a recorded item loses its button, and with it the dialog.
  const leave = () => {
    close();
    refresh();
  };
  const send = async ({ item: typed }: { item: string }) => {
    setAnswer(await command('POST', `integrators/${id}/refused/${item.itemId}/retry`, { item: JSON.parse(typed) }));
    return null;
  };
  const isDone = answer?.result === 'recorded' || answer?.result === 'duplicate';
  return (
    <DialogFrame onClose={leave} title={sendAgain(item)} maxWidth="sm">
      {isDone ? (
        <>
          <DialogContent>
            <ItemAnswerNote answer={answer} />
          </DialogContent>
          <DialogActions>
            <ActionButton label="Close" autoFocus onClick={leave} />
          </DialogActions>
        </>
      ) : (
        <DialogForm<{ item: string }>
          action="Send again"
          busyLabel="Sending..."
          send={send}
          values={{ item: JSON.stringify(item.item, null, 2) }}
        >
          <T as="p">
            Correct the rejected item. It is recorded for this integrator with your name in the history. Masked names
            (•••) are sent unchanged.
          </T>
          {(answer ?? item.errors.length > 0) && <ItemAnswerNote answer={answer ?? item} />}
          <ItemInput maxRows={18} minRows={8} onChange={() => setAnswer(null)} />
        </DialogForm>
      )}
    </DialogFrame>
  );
}

/** Rejected and conflicting items with their reasons. Each can be corrected and sent again. */
export function RefusedItems({ id, mayRetry }: { id: string; mayRetry: boolean }) {
  const { data, notice } = useRead(`integrators/${id}/refused`);
  if (notice) return notice;
  return (
    <PagedTable
      caption="Rejected items"
      columns={['When', 'Item', 'Result', 'Reason', 'Sent again']}
      empty="No rejected items. Rejected and conflicting items appear here with the reason."
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
              dialog={<RetryDialog id={id} item={item} />}
              size="small"
              variant="outlined"
            />
          )}
        </div>,
      ])}
    />
  );
}
