import { useEffect } from 'react';
import { useFormState } from 'react-hook-form';
import { type Location, useBlocker, useLocation } from 'react-router-dom';
import { bearer, personOf } from '../api/session.ts';
import { withoutAction } from '../components/ActionButton.tsx';
import { DiscardDialog, type UnsavedKind } from './DiscardDialog.tsx';

/** What leaving would lose: in dialogs by their dialog, and on pages. */
const unsaved = { dialogs: new Map<object, UnsavedKind>(), pages: new Map<object, UnsavedKind>() };

/**
 * Makes the dashboard ask before it leaves the page or dialog of the caller, while there is a loss. `dialog`:
 * identifies the dialog in `closeUnguarded`; null on a page.
 */
export function useLeaveGuard(loss: UnsavedKind | null, dialog: object | null = null): void {
  useEffect(() => {
    if (!loss) return undefined;
    const [guarded, key] = dialog ? [unsaved.dialogs, dialog] : [unsaved.pages, {}];
    guarded.set(key, loss);
    return () => {
      guarded.delete(key);
    };
  }, [loss, dialog]);
}

/** `useLeaveGuard` for the form of which the caller is a part: it has unsent input. */
export function useFormGuard(dialog: object | null = null): void {
  const { isDirty, isSubmitting } = useFormState();
  useLeaveGuard(isDirty && !isSubmitting ? 'input' : null, dialog);
}

/** Closes a dialog without asking: its form was saved, or may be discarded. `close` may navigate. */
export function closeUnguarded(dialog: object, close: () => void): void {
  unsaved.dialogs.delete(dialog);
  close();
}

/** The page of an address, without the dialog over it. */
const pageOf = ({ pathname, search }: Location): string => `${pathname}?${withoutAction(new URLSearchParams(search))}`;

/** What is lost on the way to an address. A dialog over a page keeps the page. */
function unsavedOnLeave(from: Location, to: Location): UnsavedKind | undefined {
  const [fromDialog] = from.pathname !== to.pathname || from.search !== to.search ? unsaved.dialogs.values() : [];
  const [fromPage] = pageOf(from) !== pageOf(to) ? unsaved.pages.values() : [];
  return fromDialog ?? fromPage;
}

/**
 * Asks before another page, tab of a page or document causes a loss. There is one for all forms, because a router has
 * one blocker. The end of a session is not delayed: the input belongs to the person who was signed in.
 */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsavedOnLeave(currentLocation, nextLocation) !== undefined,
  );
  const current = useLocation();
  useEffect(() => {
    const shownTo = personOf(bearer());
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved.dialogs.size + unsaved.pages.size > 0 && personOf(bearer()) === shownTo) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    blocker.state === 'blocked' && (
      <DiscardDialog
        loss={unsavedOnLeave(current, blocker.location)}
        onDiscard={blocker.proceed}
        onKeep={blocker.reset}
      />
    )
  );
}
