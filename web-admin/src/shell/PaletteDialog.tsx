import { Autocomplete, Dialog, TextField } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { usePermissions } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { json } from '../api/http.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { personName } from '../record/people.ts';
import { areas } from '../registry.ts';

/** A search result of the palette. */
interface Hit {
  readonly group: string;
  readonly text: string;
  readonly hint: string;
  readonly to: string;
}

type Row = Readonly<Record<string, string>>;

/** Sources of the server search: the resource, its permission and the format of a row. */
const SOURCES: readonly {
  readonly resource: string;
  readonly permission: string;
  readonly group: string;
  hit(row: Row): Omit<Hit, 'group'>;
}[] = [
  {
    resource: 'travel-agents',
    permission: 'agents:see',
    group: 'Travel agents',
    hit: (row) => ({ text: personName(row), hint: row.agencyName ?? '', to: `/travel-agents/${row.id}` }),
  },
  {
    resource: 'rewards',
    permission: 'reports:see',
    group: 'Reservations',
    hit: (row) => ({ text: row.reservationNo ?? '', hint: row.status ?? '', to: `/rewards/${row.id}` }),
  },
  {
    resource: 'promotions',
    permission: 'promotions:see',
    group: 'Promotions',
    hit: (row) => ({ text: row.promoCode ?? '', hint: row.description ?? '', to: `/promotions/${row.id}` }),
  },
  {
    resource: 'admins',
    permission: 'audit-log:see',
    group: 'Administrators',
    hit: (row) => ({ text: row.name ?? '', hint: row.email ?? '', to: `/admins/${row.id}` }),
  },
];

/** Searches all permitted sources. A source that fails returns no rows. */
async function search(q: string, permissions: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Hit[]> {
  const query = new URLSearchParams({ filter: JSON.stringify({ q }), range: '[0,4]' });
  const found = SOURCES.filter(({ permission }) => permissions[permission]).map(async ({ resource, group, hit }) => {
    const rows = await json(`/api/admin/${resource}?${query}`, { signal }).then(
      (reply) => reply.json as Row[],
      () => [],
    );
    return rows.map((row) => ({ group, ...hit(row) }));
  });
  return (await Promise.all(found)).flat();
}

/** Dialog of the command palette: type, select with the arrow keys, open with Enter. */
export default function PaletteDialog({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const navigate = useNavigate();
  const { permissions = {} } = usePermissions<Record<string, string>>();
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data = [], isFetching } = useQuery({
    queryKey: ['palette', q],
    queryFn: ({ signal }) => search(q, permissions, signal),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
  });
  const pages: Hit[] = areas
    .filter(({ permission }) => !permission || permissions[permission])
    .map(({ label, path, group }) => ({
      group: 'Pages',
      text: say(label),
      hint: group ? say(group) : '',
      to: `/${path}`,
    }))
    .filter(({ text }) => text.toLowerCase().includes(q.toLowerCase()));
  return (
    <Dialog
      fullWidth
      maxWidth="sm"
      onClose={onClose}
      open
      slotProps={{ paper: { 'aria-label': say('Search everything'), className: 'palette' } }}
    >
      <Autocomplete
        autoHighlight
        blurOnSelect
        clearOnBlur={false}
        disablePortal
        filterOptions={(hits) => hits}
        forcePopupIcon={false}
        getOptionKey={({ to }) => to}
        getOptionLabel={({ text }) => text}
        groupBy={({ group }) => say(group)}
        inputValue={typed}
        loading={isFetching}
        loadingText={<T>Searching…</T>}
        noOptionsText={<T>Nothing found.</T>}
        onChange={(_, hit) => {
          if (!hit) return;
          onClose();
          navigate(hit.to);
        }}
        onInputChange={(_, value, reason) => reason !== 'reset' && setTyped(value)}
        open
        options={[...(q.length > 1 ? data : []), ...pages]}
        renderInput={(params) => (
          <TextField {...params} autoFocus label={say('Search agents, reservations, promotions, people, pages')} />
        )}
        renderOption={({ key, ...props }, { text, hint }) => (
          <li key={key} {...props}>
            <span className="palette-text">{text}</span>
            <span className="quiet">{hint}</span>
          </li>
        )}
        value={null}
      />
    </Dialog>
  );
}
