import { Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { InputField } from '../form/InputField.tsx';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import { Note } from '../record/texts.tsx';
import { ItemAnswerNote } from './ItemAnswerNote.tsx';
import { type Refused, sendAgain } from './integrator-calls.ts';
import { useItem } from './use-item.ts';

/** Edits a refused item and sends it again on behalf of the integrator. */
export function RetryDialog({ id, item, onClose }: { id: string; item: Refused; onClose: () => void }) {
  const say = useSay();
  const { text, change, answer, problem, busy, send } = useItem(
    `integrators/${id}/refused/${item.itemId}/retry`,
    () => JSON.stringify(item.item, null, 2),
    (corrected) => ({ item: corrected }),
  );
  const isDone = answer?.result === 'recorded' || answer?.result === 'duplicate';
  return (
    <Dialog aria-labelledby="retry-title" fullWidth maxWidth="sm" onClose={onClose} open>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <DialogTitle id="retry-title">{say(sendAgain(item))}</DialogTitle>
        <DialogContent className="form-column">
          <T as="p">
            Correct the rejected item. It is recorded for this integrator with your name in the history. Masked names
            (•••) are sent unchanged.
          </T>
          {item.errors.length > 0 && !answer && <ItemAnswerNote answer={{ ...item, result: item.result }} />}
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
          <ActionButton label={isDone ? 'Close' : 'Cancel'} onClick={onClose} />
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
    </Dialog>
  );
}
