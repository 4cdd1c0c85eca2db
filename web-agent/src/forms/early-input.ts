let pressing = false;

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pressing = true), true);
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (pressing = false), true);
}

/**
 * Runs `run` now, or after the pointer is released. An error shown on blur moves the content, so a button under the
 * pointer would miss its click.
 */
export function afterPointerUp(run: () => void): void {
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

/**
 * Input of a person or password manager in a prerendered form, which the first render would discard. Only values that
 * differ from the initial ones.
 */
export function inputBeforeHydration<V extends { [K in keyof V]: string }>(form: string, initial: V): Partial<V> {
  const typed: Record<string, string> = {};
  for (const [field, start] of Object.entries(initial) as [string, string][]) {
    const value = typedIn(`${form}-${field}`, field);
    if (value !== null && value !== start) typed[field] = value;
  }
  return typed as Partial<V>;
}

function typedIn(id: string, field: string): string | null {
  const control = document.getElementById(id);
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked ? 'Y' : 'N';
  if (control instanceof HTMLInputElement && control.type === 'radio') {
    return document.querySelector<HTMLInputElement>(`input[name="${id}-${field}"]:checked`)?.value ?? null;
  }
  const typing = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].some((kind) => control instanceof kind);
  return typing ? (control as HTMLInputElement).value : null;
}
