import { Autocomplete, TextField } from '@mui/material';
import { useDeferredValue, useState } from 'react';
import { type RaRecord, useGetList, useGetOne, useInput } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { T, useSay, type Wording } from '../i18n/T.tsx';
import { type Named, personName } from '../record/PersonLink.tsx';
import { useNeeded } from './inputs.tsx';

/** The id of a record; empty without one. */
type Id = string | number;

interface Field {
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly onBlur?: () => void;
  readonly error?: Wording | undefined;
}

interface Props extends Field {
  readonly label: string;
  readonly hint?: string;
  readonly reference: string;
  readonly nameOf: (record: RaRecord) => string;
}

/** Selects a record of a resource by part of its name. */
export function RecordPicker({ value, onChange, onBlur, error, label, hint, reference, nameOf }: Props) {
  const say = useSay();
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data: chosen } = useGetOne(reference, { id: value }, { enabled: value !== '' });
  const isChosen = chosen !== undefined && typed === nameOf(chosen);
  const { data: found = [], isFetching } = useGetList(
    reference,
    { filter: q && !isChosen ? { q } : {}, pagination: { page: 1, perPage: 10 } },
    { placeholderData: (before) => before },
  );
  const help = error ?? hint;
  return (
    <Autocomplete
      clearText={say('Clear')}
      closeText={say('Close')}
      openText={say('Open')}
      filterOptions={(records) => records}
      fullWidth
      getOptionKey={({ id }) => id}
      getOptionLabel={nameOf}
      inputValue={typed}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      loading={isFetching}
      noOptionsText={<T>Nothing matches.</T>}
      onBlur={onBlur}
      onChange={(_, record) => onChange(record?.id ?? '')}
      onInputChange={(_, text) => setTyped(text)}
      options={found}
      renderInput={(params) => (
        <TextField {...params} error={Boolean(error)} helperText={help && say(help)} label={say(label)} />
      )}
      value={value === '' ? null : (chosen ?? null)}
    />
  );
}

const agentName = ({ agencyName, loyaltyTrackingNo, ...agent }: RaRecord): string =>
  [personName(agent as Named), agencyName, loyaltyTrackingNo].filter(Boolean).join(' · ');

/** Selects an agent. */
export const AgentPicker = (field: Field) => (
  <RecordPicker
    {...field}
    hint="Name, agency, e-mail address or tracking number"
    label="Travel agent"
    nameOf={agentName}
    reference="travel-agents"
  />
);

/** Form field `agentId` that selects an agent; at first that of `about` in the address. */
export function AgentInput({ missing }: { missing: string }) {
  const needed = useNeeded();
  const [search] = useSearchParams();
  const { field, fieldState } = useInput({
    source: 'agentId',
    validate: needed('Travel agent', missing),
    defaultValue: Number(search.get('about')) || '',
  });
  const message = fieldState.error?.message;
  const isOwn = message?.startsWith('@@react-admin@@');
  return <AgentPicker error={message ? (isOwn ? missing : message) : undefined} {...field} />;
}
