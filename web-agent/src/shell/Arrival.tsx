import { useEffect } from 'react';
import { PROGRAMME } from '../settings.ts';

/** By then forms have restored the input from before hydration, so a button pressed early can be pressed again. */
const ADOPTED_MS = 50;
let arrivedBefore = false;

/** Sets the document title. After a navigation it also scrolls to the top and focuses the heading. */
export function Arrival({ title }: { readonly title: string }) {
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
