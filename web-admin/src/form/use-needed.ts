import { useCallback } from 'react';
import { useSay } from '../i18n/T.tsx';

/** A validator that react-admin recognises as marking its field as required. */
export interface RequiredCheck {
  (value: unknown): { readonly message: string; readonly args: object } | undefined;
  readonly isRequired: true;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/**
 * Returns a factory of validators for required fields. Each call creates a separate validator: react-admin's `required`
 * is memoised by its arguments as JSON, in which two functions are equal. `text` overrides the default message.
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
