import { useState } from 'react';
import { useDataProvider, useNotify, useRefresh } from 'react-admin';
import type { AdminDataProvider } from './data-provider.ts';

/** Returns the alert type of a failed call: a warning for a missing record (404), otherwise an error. */
export const alertType = (error: unknown): 'warning' | 'error' =>
  (error as { status?: number } | null)?.status === 404 ? 'warning' : 'error';

/**
 * `act` shows the message of the answer or `done`, or else the error, and returns whether the work succeeded. `busy`:
 * work is running. `after` runs in both cases.
 */
export function useAction(after?: () => unknown) {
  const notify = useNotify();
  // Set before the next press is handled, so that two quick presses send one command. `useMutation` sets it later.
  const [busy, setBusy] = useState(false);
  const act = async (run: () => Promise<unknown>, done?: string): Promise<boolean> => {
    setBusy(true);
    try {
      const answer = (await run()) as { message?: string } | undefined;
      const message = answer?.message ?? done;
      if (message) notify(message, { type: 'success' });
      return true;
    } catch (failure) {
      notify((failure as Error).message, { type: alertType(failure) });
      return false;
    } finally {
      setBusy(false);
      await after?.();
    }
  };
  return { act, busy };
}

/**
 * Use for what is neither a form nor a `CommandButton`; `useAction` where nothing changes. `act` shows the result and
 * reads all data of the page again.
 */
export function useCommand() {
  const { command, upload } = useDataProvider<AdminDataProvider>();
  return { command, upload, ...useAction(useRefresh()) };
}
