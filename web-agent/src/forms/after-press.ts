let pressing = false;

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pressing = true), true);
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (pressing = false), true);
}

/**
 * Runs at once, or, while the pointer is down, after the press is over. An error that shows as its field is left moves what
 * lies below: a button that was being pressed would slip away from under the pointer and its click be lost.
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
