import { useSearchParams } from 'react-router-dom';

/** The address of a list with filters: `listAt('/payouts', { status: 'exported' })`. */
export const listAt = (path: string, filter: object): string =>
  `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`;

/** Null or an empty text removes a parameter. `replace`: a change replaces the entry of the browser's history. */
export function useAddress(replace = false) {
  const [search, setSearch] = useSearchParams();
  const change = (changes: Readonly<Record<string, string | null>>) =>
    setSearch(
      (before) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value) before.set(name, value);
          else before.delete(name);
        }
        return before;
      },
      { replace },
    );
  return [search, change] as const;
}
