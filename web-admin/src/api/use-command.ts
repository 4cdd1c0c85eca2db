import { useState } from 'react';
import { useDataProvider, useNotify, useRefresh } from 'react-admin';
import type { AdminDataProvider } from './data-provider.ts';

/** Returns the alert type of a failed call: a warning for a missing record (404), otherwise an error. */
export const alertType = (error: unknown): 'warning' | 'error' =>
  (error as { status?: number } | null)?.status === 404 ? 'warning' : 'error';

/**
 * `act` shows the message of the answer or `doneMessage`, or else the error, and returns whether the work succeeded.
 * `isBusy`: work is running. `after` runs in both cases.
 */
export function useAction(after?: () => unknown) {
  const notify = useNotify();
  // Set before the next press is handled, so that two quick presses send one command. `useMutation` sets it later.
  const [isBusy, setBusy] = useState(false);
  const act = async (run: () => Promise<unknown>, doneMessage?: string): Promise<boolean> => {
    setBusy(true);
    try {
      const answer = (await run()) as { message?: string } | undefined;
      const message = answer?.message ?? doneMessage;
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
  return { act, isBusy };
}

/**
 * Use for what is neither a form nor a `CommandButton`; `useAction` where nothing changes. `act` shows the result and
 * reads all data of the page again.
 */
export function useCommand() {
  const { command, upload } = useDataProvider<AdminDataProvider>();
  return { command, upload, ...useAction(useRefresh()) };
}
