/** Formats the query string of a list for comparison and saving: without the page, the past moment and the view. */
export function searchOfView(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of ['page', 'asOf', 'view']) params.delete(name);
  params.sort();
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** The view that the address shows, or undefined. An address without filters shows none. */
export const shownView = <Each extends { readonly search: string }>(
  views: readonly Each[],
  search: string,
): Each | undefined =>
  searchOfView(search) === '' ? undefined : views.find((view) => searchOfView(view.search) === searchOfView(search));

/** Validates the name of a view: returns the problem, or null. `own` is the current name of the view. */
export function nameProblem(
  views: readonly { readonly name: string }[],
  name: string | null | undefined,
  own?: string,
): string | null {
  const trimmed = name?.trim() ?? '';
  if (trimmed === '') return 'A name is required!';
  if (trimmed.length > 60) return 'A name has at most 60 characters.';
  const isTaken = views.some((view) => view.name.toLowerCase() === trimmed.toLowerCase() && view.name !== own);
  return isTaken ? 'A view with this name already exists.' : null;
}
