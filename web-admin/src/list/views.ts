/** Filters of a list, saved under a name. */
export interface View {
  readonly name: string;
  /** Query string of the list, including `?`. */
  readonly search: string;
}

const byName = (a: View, b: View): number => a.name.localeCompare(b.name, 'en-ZA');

/** Validates the name of a view: returns the problem, or null. `own` is the current name of the view. */
export function nameProblem(views: readonly View[], name: string | null | undefined, own?: string): string | null {
  const wanted = name?.trim() ?? '';
  if (wanted === '') return 'A name is required!';
  if (wanted.length > 60) return 'A name has at most 60 characters.';
  const isTaken = views.some((view) => view.name.toLowerCase() === wanted.toLowerCase() && view.name !== own);
  return isTaken ? 'A view with this name already exists.' : null;
}

/** Adds a view and sorts all views by name. */
export const withView = (views: readonly View[], view: View): View[] =>
  [...views, { ...view, name: view.name.trim() }].sort(byName);

export const renamed = (views: readonly View[], own: string, name: string): View[] =>
  views.map((view) => (view.name === own ? { ...view, name: name.trim() } : view)).sort(byName);

export const without = (views: readonly View[], name: string): View[] => views.filter((view) => view.name !== name);
