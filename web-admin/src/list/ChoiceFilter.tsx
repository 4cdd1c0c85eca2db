import { Autocomplete, TextField } from '@mui/material';
import { useDeferredValue, useState } from 'react';
import { type RaRecord, useGetList, useGetOne, useInput } from 'react-admin';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import type { Choice } from './columns.ts';

/** A filter for many values, chosen by typing part of a label. */
export function ChoiceFilter({
  source,
  label,
  choices,
}: {
  source: string;
  label: string;
  choices: readonly Choice[];
}) {
  const say = useSay();
  const { field } = useInput({ source });
  return (
    <Autocomplete
      clearText={say('Clear')}
      closeText={say('Close')}
      openText={say('Open')}
      getOptionKey={([value]) => value}
      getOptionLabel={([, text]) => say(text)}
      isOptionEqualToValue={([a], [b]) => a === b}
      noOptionsText={<T>Nothing matches.</T>}
      onChange={(_, choice) => field.onChange(choice?.[0] ?? '')}
      options={choices}
      renderInput={(params) => <TextField {...params} label={say(label)} />}
      value={choices.find(([value]) => value === String(field.value ?? '')) ?? null}
    />
  );
}

/** A filter that chooses a record of another resource by name. */
export function RecordFilter({
  source,
  label,
  reference,
  nameOf,
}: {
  source: string;
  label: string;
  reference: string;
  nameOf: (record: RaRecord) => string;
}) {
  const say = useSay();
  const { field } = useInput({ source });
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const id = (field.value ?? '') as string | number;
  const { data: chosen } = useGetOne(reference, { id }, { enabled: id !== '' });
  const isChosen = chosen !== undefined && typed === nameOf(chosen);
  const { data: found = [], isFetching } = useGetList(
    reference,
    { filter: q && !isChosen ? { q } : {}, pagination: { page: 1, perPage: 10 } },
    { placeholderData: (before) => before },
  );
  return (
    <Autocomplete
      clearText={say('Clear')}
      closeText={say('Close')}
      openText={say('Open')}
      filterOptions={(records) => records}
      getOptionKey={(record) => record.id}
      getOptionLabel={nameOf}
      inputValue={typed}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      loading={isFetching}
      noOptionsText={<T>Nothing matches.</T>}
      onChange={(_, record) => field.onChange(record?.id ?? '')}
      onInputChange={(_, text) => setTyped(text)}
      options={found}
      renderInput={(params) => <TextField {...params} label={say(label)} />}
      value={id === '' ? null : (chosen ?? null)}
    />
  );
}
