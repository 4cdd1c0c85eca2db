import { useCallback } from 'react';
import { useSay } from '../i18n/use-say.ts';

/** A check of react-admin that marks its field as required. */
export interface RequiredCheck {
  (value: unknown): { readonly message: string; readonly args: object } | undefined;
  readonly isRequired: true;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/**
 * The check of a field that may not be left empty. Each call gives a check of its own: react-admin's `required` is
 * memoised by its arguments as JSON, in which two functions are the same. `text` overrides the default message.
 */
export function useNeeded(): (label: string, text?: string) => RequiredCheck {
  const say = useSay();
  return useCallback(
    (label, text = '%{label} is required!') =>
      Object.assign((value: unknown) => (isEmpty(value) ? { message: text, args: { label: say(label) } } : undefined), {
        isRequired: true as const,
      }),
    [say],
  );
}
