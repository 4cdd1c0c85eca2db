import { useEffect } from 'react';
import { useFormState } from 'react-hook-form';
import { useBlocker } from 'react-router-dom';
import { bearer, personOf } from '../api/session.ts';
import { DiscardQuestion } from './DiscardQuestion.tsx';

/** Forms with input that has not been sent. */
const unsent = new Set<object>();

/**
 * Makes the dashboard ask before it leaves the form of which the caller is a part, while it has unsent input. `dialog`:
 * identifies the form in `closeUnguarded`.
 */
export function useLeaveGuard(dialog: object | null = null): void {
  const { isDirty, isSubmitting } = useFormState();
  const isUnsent = isDirty && !isSubmitting;
  useEffect(() => {
    if (!isUnsent) return undefined;
    const form = dialog ?? {};
    unsent.add(form);
    return () => {
      unsent.delete(form);
    };
  }, [isUnsent, dialog]);
}

/** Closes a dialog without asking: its form was saved, or may be discarded. `close` may navigate. */
export function closeUnguarded(dialog: object, close: () => void): void {
  unsent.delete(dialog);
  close();
}

/**
 * Asks before another page, tab of a page or document replaces unsent input. There is one for all forms, because a
 * router has one blocker. The end of a session is not delayed: the input belongs to the person who was signed in.
 */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      unsent.size > 0 && (from.pathname !== to.pathname || from.search !== to.search),
  );
  useEffect(() => {
    const shownTo = personOf(bearer());
    const ask = (event: BeforeUnloadEvent) => {
      if (unsent.size > 0 && personOf(bearer()) === shownTo) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return blocker.state === 'blocked' && <DiscardQuestion onDiscard={blocker.proceed} onKeep={blocker.reset} />;
}
