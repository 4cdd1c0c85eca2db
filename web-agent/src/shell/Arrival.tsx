import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { PROGRAMME } from '../settings.ts';

/** By then forms have restored the input from before hydration, so a button pressed early can be pressed again. */
const ADOPTED_MS = 50;
let arrivedBefore = false;

/** Where each entry of the browser's history was left, in pixels from the top. */
const leftAt = new Map<string, number>();
/** The person scrolls, presses or types. */
const TAKES_OVER = ['wheel', 'pointerdown', 'keydown'] as const;

/** Back and forward lead to where the person left the page, once its content has loaded that far. */
function useReturn(): void {
  const { key, hash } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  // Layout effect: a shorter page that follows scrolls by itself, which must not count for the page that was left.
  useLayoutEffect(() => {
    if (hash) return;
    const note = () => leftAt.set(key, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [key, hash]);
  useEffect(() => {
    // A link to a part of a page makes an entry with the key of the first page. The browser scrolls to the part itself.
    if (hash) return;
    const left = isReturn ? leftAt.get(key) : undefined;
    const content = left === undefined ? undefined : new ResizeObserver(() => returnTo(left));
    const stop = () => content?.disconnect();
    const returnTo = (top: number): void => {
      if (document.documentElement.scrollHeight < top + window.innerHeight) return;
      stop();
      window.scrollTo(0, top);
    };
    content?.observe(document.body);
    for (const kind of TAKES_OVER) window.addEventListener(kind, stop, { passive: true });
    return () => {
      stop();
      for (const kind of TAKES_OVER) window.removeEventListener(kind, stop);
    };
  }, [key, hash, isReturn]);
}

/** Sets the document title. After a navigation it also scrolls to the top and focuses the heading. */
export function Arrival({ title }: { readonly title: string }) {
  useReturn();
  useEffect(() => {
    document.title = titleOf(title);
    if (arrivedBefore) {
      window.scrollTo(0, 0);
      const heading = document.querySelector<HTMLElement>('main h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    }
    arrivedBefore = true;
    const ready = setTimeout(() => window.portalReady?.(), ADOPTED_MS);
    return () => clearTimeout(ready);
  }, [title]);
  return null;
}

export const titleOf = (title: string): string => (title ? `${title} – ${PROGRAMME}` : PROGRAMME);
