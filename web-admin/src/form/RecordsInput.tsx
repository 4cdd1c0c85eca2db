import { Autocomplete, Chip, TextField } from '@mui/material';
import { useState } from 'react';
import { useGetOne, useInput } from 'react-admin';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { type Hit, nameInSearch, useRecordSearch } from '../record/search-records.ts';

/** A record as the API names it: `travel-agents/7`. */
export const recordOf = ({ to }: Pick<Hit, 'to'>): string => to.slice(1);

/** A record to begin with, of which only the address is known. */
export const namelessHit = (record: string): Hit => ({ group: '', text: '', hint: '', to: `/${record}` });

function RecordName({ hit }: { hit: Hit }) {
  const [resource = '', id = ''] = recordOf(hit).split('/');
  const { data } = useGetOne(resource, { id }, { enabled: hit.text === '' });
  return hit.text || (data && nameInSearch(resource, data)) || recordOf(hit);
}

/** Form field `records`: any number of records, found by name. */
export function RecordsInput({ label, hint }: { label: string; hint: string }) {
  const say = useSay();
  const [typed, setTyped] = useState('');
  const { q, hits, isFetching } = useRecordSearch(typed);
  const { field, fieldState } = useInput<Hit[]>({ source: 'records', defaultValue: [] });
  const problem = fieldState.error?.message;
  return (
    <Autocomplete
      clearText={say('Clear')}
      filterOptions={(found) => found}
      filterSelectedOptions
      forcePopupIcon={false}
      fullWidth
      getOptionKey={({ to }) => to}
      getOptionLabel={({ text }) => text}
      groupBy={({ group }) => say(group)}
      inputValue={typed}
      isOptionEqualToValue={(a, b) => a.to === b.to}
      loading={isFetching}
      loadingText={<T>Searching…</T>}
      multiple
      noOptionsText={<T>{q.length > 1 ? 'Nothing found.' : 'Type at least two letters.'}</T>}
      onBlur={field.onBlur}
      onChange={(_, chosen) => field.onChange(chosen)}
      onInputChange={(_, text) => setTyped(text)}
      options={hits}
      renderInput={(params) => (
        <TextField {...params} error={Boolean(problem)} helperText={say(problem ?? hint)} label={say(label)} />
      )}
      renderOption={({ key, ...props }, { text, hint: about }) => (
        <li key={key} {...props}>
          <span>
            <strong>{text}</strong> <span className="quiet">{about}</span>
          </span>
        </li>
      )}
      renderValue={(chosen, itemProps) =>
        chosen.map((hit, index) => {
          const { key, ...props } = itemProps({ index });
          return <Chip key={key} label={<RecordName hit={hit} />} size="small" {...props} />;
        })
      }
      value={field.value}
    />
  );
}
