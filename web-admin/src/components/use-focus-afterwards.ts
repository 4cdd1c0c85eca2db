import { type RefObject, useLayoutEffect } from 'react';

function* ancestorsOf({ parentElement }: Element): Generator<Element> {
  for (let at = parentElement; at; at = at.parentElement) yield at;
}

/**
 * A button that disappears with its press, such as Withdraw in a row, leaves the focus to the nearest heading. Without
 * it, keyboard users would continue at the top of the page.
 */
export function useFocusAfterwards(button: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (!current || document.activeElement !== current) return;
      const around = [...ancestorsOf(current)];
      // Runs after a dialog that closes in the same tick has returned the focus.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const near = around.find((at) => at.isConnected && at.querySelector('h1, h2, h3'));
        const heading = near?.querySelector<HTMLElement>('h1, h2, h3');
        heading?.setAttribute('tabindex', '-1');
        heading?.focus({ preventScroll: true });
      });
    };
  }, [button]);
}
