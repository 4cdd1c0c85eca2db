import { useCallback } from 'react';
import { required } from 'react-admin';
import { useSay } from '../i18n/use-say.ts';

/** The check of a field that may not be left empty; `text` says so of its label (the specification's words). */
export function useNeeded(): (label: string, text?: string) => ReturnType<typeof required> {
  const say = useSay();
  return useCallback(
    (label, text = '%{label} is required!') => required(() => ({ message: text, args: { label: say(label) } })),
    [say],
  );
}
