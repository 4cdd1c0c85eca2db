import { Autocomplete, Dialog, TextField } from '@mui/material';
import { useState } from 'react';
import { usePermissions } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { type Hit, useRecordSearch } from '../record/search-records.ts';
import { areas } from '../registry.ts';

/** Dialog of the command palette: type, select with the arrow keys, open with Enter. */
export default function PaletteDialog({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const navigate = useNavigate();
  const { permissions = {} } = usePermissions<Record<string, string>>();
  const [typed, setTyped] = useState('');
  const { q, hits, isFetching } = useRecordSearch(typed);
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
        filterOptions={(found) => found}
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
        options={[...hits, ...pages]}
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
