import { useState } from 'react';

/**
 * Returns whether work started by a press is still running, to disable the button, and a function that starts it. The
 * function rethrows the work's errors.
 */
export function useBusy(): readonly [busy: boolean, during: (work: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const during = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  };
  return [busy, during];
}
