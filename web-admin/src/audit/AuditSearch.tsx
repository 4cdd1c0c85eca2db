import { type FormEvent, useEffect, useState } from 'react';
import { useGetList, useNotify } from 'react-admin';
import { useMay } from '../api/use-may.ts';
import { type Named, personName } from '../components/person-links.tsx';
import { recordNamed } from '../components/search-records.ts';
import { InputField } from '../form/InputField.tsx';
import { today } from '../format/format.ts';
import { useTranslation } from '../i18n/T.tsx';
import { type FeedParams, parseSearch } from './plain-search.ts';

/** A search in plain words, which become filters. `asked`: the search of the address, which runs at once. */
export function AuditSearch({ asked, onFound }: { asked: string; onFound: (params: FeedParams) => void }) {
  const translate = useTranslation();
  const notify = useNotify();
  const may = useMay();
  const [typed, setTyped] = useState(asked);
  const { data: admins } = useGetList('admins', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'id', order: 'ASC' },
  });
  const search = async () => {
    const people = (admins ?? []).map((admin) => ({ id: admin.id, name: personName(admin as Named) }));
    const { params, rest } = parseSearch(typed, people, today());
    const record = rest === '' ? null : await recordNamed(rest, may);
    if (rest !== '' && record === null) notify(translate('Not understood: %{rest}', { rest }), { type: 'warning' });
    onFound(record === null ? params : { ...params, record });
    if (rest === '' || record !== null) setTyped('');
  };
  // Without the permissions, the search would find no record.
  const isLoaded = admins !== undefined && may('audit-log:see');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each search of the address.
  useEffect(() => {
    if (asked !== '' && isLoaded) void search();
  }, [asked, isLoaded]);
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void search();
      }}
    >
      <InputField
        fullWidth
        hint="For example: bank changes by Admin 2 in May. Press Enter."
        label="Search people, records, subjects and dates"
        onChange={setTyped}
        slotProps={{ htmlInput: { 'data-search': '', 'aria-keyshortcuts': '/' } }}
        value={typed}
      />
    </form>
  );
}
