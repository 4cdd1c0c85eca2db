import { type RefObject, useEffect, useRef } from 'react';

/**
 * An action that is done takes its button away, and the focus with it: who acted by keyboard goes on from the heading then,
 * not from the top of the page. Gives the refs of the head that holds the actions, and of its heading.
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
    // A dialog that closes in the same turn gives the focus back first.
    const looking = setTimeout(() => {
      if (!isActing.current || document.activeElement !== document.body) return;
      heading.current?.focus({ preventScroll: true });
      isActing.current = false;
    });
    return () => clearTimeout(looking);
  });
  return { head, heading };
}
