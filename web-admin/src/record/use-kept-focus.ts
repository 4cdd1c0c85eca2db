import { type RefObject, useEffect, useRef } from 'react';

/**
 * Restores the focus after an action has removed its own button: keyboard users continue from the heading, not from the
 * top of the page. Returns the refs of the head that contains the actions and of its heading.
 */
export function useKeptFocus(): {
  readonly head: RefObject<HTMLElement | null>;
  readonly heading: RefObject<HTMLHeadingElement | null>;
} {
  const head = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isActing = useRef(false);
  useEffect(() => {
    const acting = (): void => {
      isActing.current = true;
    };
    const at = head.current;
    at?.addEventListener('focusin', acting);
    return () => at?.removeEventListener('focusin', acting);
  }, []);
  useEffect(() => {
    // Runs after a dialog that closes in the same tick has returned the focus.
    const looking = setTimeout(() => {
      if (!isActing.current || document.activeElement !== document.body) return;
      heading.current?.focus({ preventScroll: true });
      isActing.current = false;
    });
    return () => clearTimeout(looking);
  });
  return { head, heading };
}
