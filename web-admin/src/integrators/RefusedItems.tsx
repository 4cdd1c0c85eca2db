import type { RefusedItem as Refused } from '@fynbos/api/integrators/answers.ts';
import { DialogActions, DialogContent } from '@mui/material';
import { useRefresh } from 'react-admin';
import { DialogFrame } from '../form/FormDialog.tsx';
import { InputField } from '../form/InputField.tsx';
import { instant, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { ActionButton, useClose } from '../record/ActionButton.tsx';
import { FigureTable } from '../record/FigureTable.tsx';
import { Note, Notes, StatusTag } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import { sendAgain } from './integrator-calls.ts';
import { ItemAnswerNote, useItem } from './use-item.tsx';

/** Edits a refused item and sends it again on behalf of the integrator. */
function RetryDialog({ id, item }: { id: string; item: Refused }) {
  const close = useClose();
  const refresh = useRefresh();
  // Not before: a recorded item has no button, and the dialog is gone with its button.
  const leave = () => {
    close();
    refresh();
  };
  const { text, change, answer, problem, busy, send } = useItem(
    `integrators/${id}/refused/${item.itemId}/retry`,
    () => JSON.stringify(item.item, null, 2),
    (corrected) => ({ item: corrected }),
  );
  const isDone = answer?.result === 'recorded' || answer?.result === 'duplicate';
  return (
    <DialogFrame onClose={leave} title={sendAgain(item)} wide="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <DialogContent className="form-column">
          <T as="p">
            Correct the rejected item. It is recorded for this integrator with your name in the history. Masked names
            (•••) are sent unchanged.
          </T>
          {item.errors.length > 0 && !answer && <ItemAnswerNote answer={item} />}
          {problem && <Note severity="error">{problem}</Note>}
          {answer && <ItemAnswerNote answer={answer} />}
          <InputField
            label="Item"
            maxRows={18}
            minRows={8}
            multiline
            onChange={change}
            slotProps={{ htmlInput: { className: 'mono', spellCheck: false } }}
            value={text}
          />
        </DialogContent>
        <DialogActions>
          <ActionButton label={isDone ? 'Close' : 'Cancel'} onClick={leave} />
          {!isDone && (
            <ActionButton
              label={busy ? 'Sending...' : 'Send again'}
              disabled={busy}
              type="submit"
              variant="contained"
            />
          )}
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

/** Rejected and conflicting items with their reasons. Each can be corrected and sent again. */
export function RefusedItems({ id, mayRetry }: { id: string; mayRetry: boolean }) {
  const { data, notice } = useRead<Refused[]>(`integrators/${id}/refused`);
  if (notice) return notice;
  return (
    <FigureTable
      caption="Refused items"
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
              sx={{ whiteSpace: 'nowrap' }}
              variant="outlined"
            />
          )}
        </div>,
      ])}
    />
  );
}
