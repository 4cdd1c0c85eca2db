const searches = new Map<string, string>();

/** Remembers the filters, page and sorting of a list (its query string), for the way back from a record. */
export function rememberSearch(path: string, search: string): void {
  const params = new URLSearchParams(search);
  params.delete('asOf');
  const text = params.toString();
  searches.set(path, text === '' ? '' : `?${text}`);
}

/** Returns the last query string of a list since the dashboard was loaded; empty for a list not yet visited. */
export const lastSearch = (path: string): string => searches.get(path) ?? '';
