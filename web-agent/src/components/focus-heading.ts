/** Focuses a heading before the pressed button disappears, which would leave the focus on no element. */
export function focusHeading(selector: string): void {
  const heading = document.querySelector<HTMLElement>(selector);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
