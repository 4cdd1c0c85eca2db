import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { PROGRAMME } from '../settings.ts';

/** Time for forms to restore the input from before hydration; then a button that was pressed early is pressed again. */
const HYDRATION_SETTLE_MS = 50;
let hasNavigated = false;

/** Where each entry of the browser's history was left, in pixels from the top. */
const scrollPositions = new Map<string, number>();
/** The person scrolls, presses or types. */
const USER_INPUT_EVENTS = ['wheel', 'pointerdown', 'keydown'] as const;

/** Back and forward lead to where the person left the page, once its content has loaded that far. */
function useScrollRestoration(): void {
  const { key, hash } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  // Layout effect: a shorter page that follows scrolls by itself, which must not count for the page that was left.
  useLayoutEffect(() => {
    if (hash) return;
    const note = () => scrollPositions.set(key, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [key, hash]);
  useEffect(() => {
    // A link to a part of a page makes an entry with the key of the first page. The browser scrolls to the part itself.
    if (hash) return;
    const left = isReturn ? scrollPositions.get(key) : undefined;
    const content = left === undefined ? undefined : new ResizeObserver(() => returnTo(left));
    const stop = () => content?.disconnect();
    const returnTo = (top: number): void => {
      if (document.documentElement.scrollHeight < top + window.innerHeight) return;
      stop();
      window.scrollTo(0, top);
    };
    content?.observe(document.body);
    for (const kind of USER_INPUT_EVENTS) window.addEventListener(kind, stop, { passive: true });
    return () => {
      stop();
      for (const kind of USER_INPUT_EVENTS) window.removeEventListener(kind, stop);
    };
  }, [key, hash, isReturn]);
}

/** Sets the document title. After a navigation it also scrolls to the top and focuses the heading. */
export function RouteEffects({ title }: { readonly title: string }) {
  useScrollRestoration();
  useEffect(() => {
    document.title = titleOf(title);
    if (hasNavigated) {
      window.scrollTo(0, 0);
      const heading = document.querySelector<HTMLElement>('main h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    }
    hasNavigated = true;
    const ready = setTimeout(() => window.portalReady?.(), HYDRATION_SETTLE_MS);
    return () => clearTimeout(ready);
  }, [title]);
  return null;
}

export const titleOf = (title: string): string => (title ? `${title} – ${PROGRAMME}` : PROGRAMME);
