import { Autocomplete, Dialog, TextField } from '@mui/material';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useMay } from '../api/use-may.ts';
import { type SearchHit, useRecordSearch } from '../components/search-records.ts';
import { today } from '../format/format.ts';
import { T, useTranslation } from '../i18n/T.tsx';
import { areas } from '../registry.ts';
import { commandsFor, targetOf } from './palette-commands.ts';

/** What a typed text finds: records, pages and actions. */
function usePalette(typed: string): { readonly options: readonly SearchHit[]; readonly isFetching: boolean } {
  const translate = useTranslation();
  const may = useMay();
  const { pathname } = useLocation();
  const { name, offers } = targetOf(typed, may);
  const { q, hits, isFetching } = useRecordSearch(name);
  // Enter opens the first option, which must not be a search for a name that is about to be found.
  const isSearching = isFetching || q !== name;
  const offered = isSearching ? [] : commandsFor(typed, may, pathname, today());
  const commands = offered.map(
    ({ text, to }): SearchHit => ({ group: 'Actions', text: translate(text), hint: '', to }),
  );
  const pages: SearchHit[] = areas
    .filter(({ permission }) => may(permission))
    .map(({ label, path, group }) => ({
      group: 'Pages',
      text: translate(label),
      hint: group ? translate(group) : '',
      to: `/${path}`,
    }))
    .filter(({ text }) => text.toLowerCase().includes(q.toLowerCase()));
  return { options: [...hits.map(offers), ...pages, ...commands], isFetching };
}

/** Dialog of the command palette: type, select with the arrow keys, open with Enter. */
export default function PaletteDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { options, isFetching } = usePalette(typed.trim());
  return (
    <Dialog
      fullWidth
      maxWidth="sm"
      onClose={onClose}
      open
      slotProps={{
        paper: {
          'aria-label': translate('Search everything'),
          sx: {
            alignSelf: 'flex-start',
            p: 2,
            height: 'min(32rem, 80vh)',
            overflow: 'visible',
            '& .MuiAutocomplete-option': { justifyContent: 'space-between', gap: 1.5 },
            '& .palette-text': { fontWeight: 600 },
          },
        },
      }}
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
        groupBy={({ group }) => translate(group)}
        inputValue={typed}
        loading={isFetching}
        loadingText={<T>Searching…</T>}
        noOptionsText={<T>Nothing found.</T>}
        onChange={(_, hit) => {
          if (!hit) return;
          onClose();
          navigate(hit.to);
        }}
        onClose={(_, reason) => reason === 'escape' && onClose()}
        onInputChange={(_, value, reason) => reason !== 'reset' && setTyped(value)}
        open
        options={options}
        renderInput={(params) => (
          <TextField
            {...params}
            autoFocus
            helperText={translate('Also: suspend Cele, FYNBOS8 history, 1 May, 1 May to 7 May, bank changes in May')}
            label={translate('Search agents, reservations, promotions, people, pages')}
          />
        )}
        renderOption={({ key, ...props }, { text, hint }) => (
          <li key={key} {...props}>
            <span className="palette-text">{text}</span>
            <span className="quiet">{translate(hint)}</span>
          </li>
        )}
        value={null}
      />
    </Dialog>
  );
}
