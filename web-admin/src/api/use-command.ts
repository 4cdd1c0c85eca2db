import { useMutation } from '@tanstack/react-query';
import { useDataProvider, useNotify, useRefresh } from 'react-admin';
import type { AdminDataProvider } from './data-provider.ts';

/** Returns the alert type of a failed call: a warning for a missing record (404), otherwise an error. */
export const alertType = (error: unknown): 'warning' | 'error' =>
  (error as { status?: number } | null)?.status === 404 ? 'warning' : 'error';

interface Work {
  readonly run: () => Promise<unknown>;
  readonly done: string | undefined;
}

/**
 * Runs the work of a button, such as a download. `act` shows the message of the answer or `done`, or else the error,
 * and returns whether the work succeeded. `busy`: whether work is running. `after` runs in both cases.
 */
export function useAction(after?: () => unknown) {
  const notify = useNotify();
  const { mutateAsync, isPending } = useMutation({
    // Fails while the browser is offline. The default would wait and send a change later, unnoticed.
    networkMode: 'always',
    mutationFn: ({ run }: Work) => run() as Promise<{ message?: string } | undefined>,
    onSuccess: (answer, { done }) => {
      const message = answer?.message ?? done;
      if (message) notify(message, { type: 'success' });
    },
    onError: (failure) => notify(failure.message, { type: alertType(failure) }),
    onSettled: () => after?.(),
  });
  const act = (run: () => Promise<unknown>, done?: string): Promise<boolean> =>
    mutateAsync({ run, done }).then(
      () => true,
      () => false,
    );
  return { act, busy: isPending };
}

/**
 * Sends commands. A form passes `command` or `upload` to its `send` and shows the result itself. A button runs them by
 * `act`, which shows the result and reads the page again.
 */
export function useCommand() {
  const { command, upload } = useDataProvider<AdminDataProvider>();
  return { command, upload, ...useAction(useRefresh()) };
}
