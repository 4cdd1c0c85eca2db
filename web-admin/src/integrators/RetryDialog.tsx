import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { ItemAnswerNote } from './ItemAnswerNote.tsx';
import type { Refused } from './integrator-calls.ts';
import { useItem } from './use-item.ts';

/** A refused item as it was sent, to correct and send again in the integrator's place. */
export function RetryDialog({ id, item, onClose }: { id: string; item: Refused; onClose: () => void }) {
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
        <DialogTitle id="retry-title">Send {item.reservationNo ?? 'the item'} again</DialogTitle>
        <DialogContent className="form-column">
          <p>
            Correct what was refused. It is recorded for this integrator, and the history names you. A hidden name (•••)
            is sent as it was.
          </p>
          {item.errors.length > 0 && !answer && <ItemAnswerNote answer={{ ...item, result: item.result }} />}
          {problem && (
            <Alert severity="error" variant="outlined">
              {problem}
            </Alert>
          )}
          {answer && <ItemAnswerNote answer={answer} />}
          <TextField
            label="Item"
            maxRows={18}
            minRows={8}
            multiline
            onChange={(event) => change(event.target.value)}
            slotProps={{ htmlInput: { className: 'mono', spellCheck: false } }}
            value={text}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{isDone ? 'Close' : 'Cancel'}</Button>
          {!isDone && (
            <Button disabled={busy} type="submit" variant="contained">
              {busy ? 'Sending...' : 'Send again'}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}
