import { useNotify } from 'react-admin';
import { call } from '../api/http.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import { alertType } from '../record/alert-type.ts';

/** Opens the queue board in a new tab, authenticated by this session. */
export function QueueBoard() {
  const notify = useNotify();
  const open = async () => {
    try {
      const { url } = await call<{ url: string }>('POST', 'operations/board');
      window.open(url, '_blank', 'noopener');
    } catch (error) {
      notify((error as Error).message, { type: alertType(error) });
    }
  };
  return (
    <p>
      <ActionButton label="Open job monitor" onClick={open} variant="outlined" />
    </p>
  );
}
