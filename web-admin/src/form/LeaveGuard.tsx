import { useEffect } from 'react';
import { useFormState } from 'react-hook-form';
import { type Location, useBlocker } from 'react-router-dom';
import { bearer, personOf } from '../api/session.ts';
import { withoutAction } from '../components/ActionButton.tsx';
import { DiscardQuestion } from './DiscardQuestion.tsx';

/** Forms with input that has not been sent: those of dialogs by their dialog, and those of pages. */
const unsent = { dialogs: new Set<object>(), pages: new Set<object>() };

/**
 * Makes the dashboard ask before it leaves the form of which the caller is a part, while it has unsent input. `dialog`:
 * identifies the form in `closeUnguarded`; null for a form on a page.
 */
export function useLeaveGuard(dialog: object | null = null): void {
  const { isDirty, isSubmitting } = useFormState();
  const isUnsent = isDirty && !isSubmitting;
  useEffect(() => {
    if (!isUnsent) return undefined;
    const [forms, form] = dialog ? [unsent.dialogs, dialog] : [unsent.pages, {}];
    forms.add(form);
    return () => {
      forms.delete(form);
    };
  }, [isUnsent, dialog]);
}

/** Closes a dialog without asking: its form was saved, or may be discarded. `close` may navigate. */
export function closeUnguarded(dialog: object, close: () => void): void {
  unsent.dialogs.delete(dialog);
  close();
}

/** The page of an address, without the dialog over it. */
const pageOf = ({ pathname, search }: Location): string => `${pathname}?${withoutAction(new URLSearchParams(search))}`;

/** Whether unsent input is lost on the way to an address. A dialog over a page keeps the forms of the page. */
const isLost = (from: Location, to: Location): boolean =>
  (unsent.dialogs.size > 0 && (from.pathname !== to.pathname || from.search !== to.search)) ||
  (unsent.pages.size > 0 && pageOf(from) !== pageOf(to));

/**
 * Asks before another page, tab of a page or document replaces unsent input. There is one for all forms, because a
 * router has one blocker. The end of a session is not delayed: the input belongs to the person who was signed in.
 */
export function LeaveGuard() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isLost(currentLocation, nextLocation));
  useEffect(() => {
    const shownTo = personOf(bearer());
    const ask = (event: BeforeUnloadEvent) => {
      if (unsent.dialogs.size + unsent.pages.size > 0 && personOf(bearer()) === shownTo) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return blocker.state === 'blocked' && <DiscardQuestion onDiscard={blocker.proceed} onKeep={blocker.reset} />;
}
