import { Autocomplete, type AutocompleteProps, TextField } from '@mui/material';
import { type ReactNode, type Ref, useDeferredValue, useState } from 'react';
import { type RaRecord, useGetList, useInput, ValidationError } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { type Named, personName } from '../components/person-links.tsx';
import { useChosenRecord } from '../components/use-chosen-record.ts';
import { T, translatedContent, useTranslation } from '../i18n/T.tsx';

interface ChooserProps<Option> extends Omit<AutocompleteProps<Option, false, false, false>, 'renderInput'> {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The fault of the value; it replaces the hint. */
  readonly problem?: ReactNode;
  /** Name of the value in its form. */
  readonly name?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly required?: boolean;
}

/** Selects one of many options by typing part of its label. */
export function SearchSelect<Option>({
  label,
  hint,
  problem,
  name,
  inputRef,
  required,
  ...props
}: ChooserProps<Option>) {
  const translate = useTranslation();
  return (
    <Autocomplete
      clearText={translate('Clear')}
      closeText={translate('Close')}
      noOptionsText={<T>Nothing matches.</T>}
      openText={translate('Open')}
      renderInput={(params) => (
        <TextField
          {...params}
          error={Boolean(problem)}
          helperText={translatedContent(translate, problem || (hint && [hint]))}
          label={translate(label)}
          inputRef={inputRef}
          name={name}
          required={required}
        />
      )}
      {...props}
    />
  );
}

/** The id of a record; empty without one. */
type Id = string | number;

interface PickerProps {
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly onBlur?: () => void;
  readonly name?: string;
  readonly problem?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly required?: boolean;
}

/** Selects a record of a resource by part of its name. */
export function RecordPicker({
  value,
  onChange,
  reference,
  nameOf,
  ...props
}: PickerProps & {
  readonly label: string;
  readonly hint?: string;
  readonly reference: string;
  readonly nameOf: (record: RaRecord) => string;
}) {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const chosen = useChosenRecord(reference, value);
  const isChosen = chosen !== undefined && typed === nameOf(chosen);
  const { data: found = [], isFetching } = useGetList(
    reference,
    { filter: q && !isChosen ? { q } : {}, pagination: { page: 1, perPage: 10 } },
    { placeholderData: (before) => before },
  );
  return (
    <SearchSelect
      {...props}
      filterOptions={(records) => records}
      fullWidth
      getOptionKey={({ id }) => id}
      getOptionLabel={nameOf}
      inputValue={typed}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      loading={isFetching}
      onChange={(_, record) => onChange(record?.id ?? '')}
      onInputChange={(_, text) => setTyped(text)}
      options={found}
      value={value === '' ? null : (chosen ?? null)}
    />
  );
}

const agentName = ({ agencyName, loyaltyTrackingNo, ...agent }: RaRecord): string =>
  [personName(agent as Named), agencyName, loyaltyTrackingNo].filter(Boolean).join(' · ');

export const AgentPicker = (field: PickerProps) => (
  <RecordPicker
    {...field}
    hint="Name, agency, email address or tracking number"
    label="Travel agent"
    nameOf={agentName}
    reference="travel-agents"
  />
);

/** Form field `agentId` that selects an agent; at first that of `about` in the address, unless the form has one. */
export function AgentInput() {
  const [search] = useSearchParams();
  const {
    field: { ref, ...field },
    fieldState: { error },
  } = useInput<Id>({
    source: 'agentId',
    parse: (id) => id,
    validate: (id) => (id === '' ? 'Choose a travel agent.' : undefined),
    defaultValue: Number(search.get('about')) || '',
  });
  return (
    <AgentPicker
      {...field}
      inputRef={ref}
      problem={error?.message && <ValidationError error={error.message} />}
      required
    />
  );
}
