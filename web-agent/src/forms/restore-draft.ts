/**
 * What a person or a password manager put into the fields of a prerendered form before its script was here: without this
 * it would be lost with the first rendering. Gives only what differs from the form's start.
 */
export function typedBefore<V extends { [K in keyof V]: string }>(form: string, initial: V): Partial<V> {
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
