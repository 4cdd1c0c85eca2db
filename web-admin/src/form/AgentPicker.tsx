import { Autocomplete, TextField } from '@mui/material';
import { useDeferredValue, useState } from 'react';
import { type RaRecord, useGetList, useGetOne, useInput } from 'react-admin';
import { T, useSay, type Wording } from '../i18n/T.tsx';
import { personName } from '../record/PersonLink.tsx';
import { type RequiredCheck, useNeeded } from './inputs.tsx';

interface Agent extends RaRecord {
  readonly id: number;
  readonly firstName: string;
  readonly surname: string;
  readonly agencyName: string;
  readonly loyaltyTrackingNo: string | null;
}

const labelOf = (agent: Agent): string =>
  [personName(agent), agent.agencyName, agent.loyaltyTrackingNo].filter(Boolean).join(' · ');

/** Selects an agent by name, agency, e-mail address or tracking number. */
export function AgentPicker({
  value,
  onChange,
  onBlur,
  error,
}: {
  value: number | null;
  onChange: (agentId: number | null) => void;
  onBlur?: () => void;
  error?: Wording | undefined;
}) {
  const say = useSay();
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data: chosen } = useGetOne<Agent>('travel-agents', { id: value ?? 0 }, { enabled: value !== null });
  const isChosen = chosen !== undefined && typed === labelOf(chosen);
  const { data: found = [], isFetching } = useGetList<Agent>(
    'travel-agents',
    {
      filter: q && !isChosen ? { q } : {},
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'surname', order: 'ASC' },
    },
    { placeholderData: (before) => before },
  );
  return (
    <Autocomplete
      clearText={say('Clear')}
      closeText={say('Close')}
      openText={say('Open')}
      filterOptions={(agents) => agents}
      fullWidth
      getOptionKey={({ id }) => id}
      getOptionLabel={labelOf}
      inputValue={typed}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      loading={isFetching}
      noOptionsText={<T>No agent matches.</T>}
      onBlur={onBlur}
      onChange={(_, agent) => onChange(agent?.id ?? null)}
      onInputChange={(_, text) => setTyped(text)}
      options={found}
      renderInput={(params) => (
        <TextField
          {...params}
          error={Boolean(error)}
          helperText={error ? say(error) : say('Name, agency, e-mail address or tracking number')}
          label={say('Travel agent')}
        />
      )}
      value={value === null ? null : (chosen ?? null)}
    />
  );
}

/** Form field `agentId` that selects an agent. */
export function AgentInput({ missing }: { missing: string }) {
  const needed = useNeeded();
  const check: RequiredCheck = needed('Travel agent', missing);
  const { field, fieldState } = useInput({ source: 'agentId', validate: check, defaultValue: null });
  const message = fieldState.error?.message;
  const isOwn = message?.startsWith('@@react-admin@@');
  return (
    <AgentPicker
      error={message ? (isOwn ? missing : message) : undefined}
      onBlur={field.onBlur}
      onChange={field.onChange}
      value={field.value}
    />
  );
}
