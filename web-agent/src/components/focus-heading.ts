/** Focuses a heading before the pressed button disappears, which would leave the focus on no element. */
export function focusHeading(selector: string, within: ParentNode = document): void {
  const heading = within.querySelector<HTMLElement>(selector);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
