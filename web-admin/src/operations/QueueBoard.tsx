import { call } from '../api/http.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import { useAction } from '../record/use-action.ts';

/** Opens the queue board in a new tab, authenticated by this session. */
export function QueueBoard() {
  const { act } = useAction();
  const open = () =>
    act(async () => {
      const { url } = await call<{ url: string }>('POST', 'operations/board');
      window.open(url, '_blank', 'noopener');
    });
  return (
    <p>
      <ActionButton label="Open job monitor" onClick={open} variant="outlined" />
    </p>
  );
}
