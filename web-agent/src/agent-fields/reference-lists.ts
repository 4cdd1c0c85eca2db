import { BANKS } from '@fynbos/domain/bank-list/banks.ts';
import { COUNTRIES } from '@fynbos/domain/country/countries.ts';
import { TITLES } from '@fynbos/domain/identity/titles.ts';
import { useEffect, useState } from 'react';
import { read } from '../api/client.ts';
import type { ReferenceLists } from '../api/types.ts';

const BUILT_IN: ReferenceLists = {
  countries: COUNTRIES.map(({ name, code, dailCode }) => ({ name, code, dailCode })),
  banks: BANKS.map(({ name, branchCode }) => ({ name, branchCode })),
  titles: TITLES.map((name) => ({ name })),
};

let loaded: ReferenceLists | undefined;

/** Built-in lists at first, so that the page is complete before the server's editable lists arrive. */
export function useReferenceLists(): ReferenceLists {
  const [lists, setLists] = useState<ReferenceLists>(loaded ?? BUILT_IN);
  useEffect(() => {
    if (loaded) return;
    let here = true;
    Promise.all([read('countries'), read('banks'), read('titles')])
      .then(([countries, banks, titles]) => {
        loaded = { countries, banks, titles };
        if (here) setLists(loaded);
      })
      .catch(() => undefined);
    return () => {
      here = false;
    };
  }, []);
  return lists;
}
