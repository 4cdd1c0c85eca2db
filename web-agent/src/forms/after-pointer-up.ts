let pressing = false;

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pressing = true), true);
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (pressing = false), true);
}

/**
 * Runs at once, or after the press if the pointer is down.
 * An error shown on blur moves the content below it. A button being pressed would slip from under the pointer and lose
 * its click.
 */
export function afterPress(run: () => void): void {
  if (!pressing) {
    run();
    return;
  }
  const over = () => {
    for (const end of ['pointerup', 'pointercancel']) window.removeEventListener(end, over);
    setTimeout(run);
  };
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, over);
}
