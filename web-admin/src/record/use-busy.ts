import { useState } from 'react';

/**
 * Whether what a press began is still under way, for the button to be disabled until then, and how it is begun. What the
 * work throws is thrown on.
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
