import { useSearchParams } from 'react-router-dom';

/** Keeps the open tab of a record in the URL under `tab`. Default: the first tab. */
export function useTab<Name extends string>(names: readonly [Name, ...Name[]]): [Name, (name: Name) => void] {
  const [search, setSearch] = useSearchParams();
  const tab = names.find((name) => name === search.get('tab')) ?? names[0];
  const choose = (name: Name) =>
    setSearch((before) => {
      const next = new URLSearchParams();
      const asOf = before.get('asOf');
      if (asOf) next.set('asOf', asOf);
      next.set('tab', name);
      return next;
    });
  return [tab, choose];
}
