import type { CreatedPack } from '@fynbos/api/audit-packs/answers.ts';
import { addDays } from '@fynbos/domain/calendar.ts';
import { Autocomplete, Chip, DialogActions, DialogContent, TextField } from '@mui/material';
import { useState } from 'react';
import { useInput } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { ActionButton, CopyButton, useClose } from '../components/ActionButton.tsx';
import { nameInSearch, type SearchHit, useRecordSearch } from '../components/search-records.ts';
import { useChosenRecord } from '../components/use-chosen-record.ts';
import { DialogFrame, FormDialog } from '../form/FormDialog.tsx';
import { InputField } from '../form/InputField.tsx';
import { Field, ReasonInput, SwitchField } from '../form/inputs.tsx';
import { instant, today } from '../format/format.ts';
import { T, useTranslation } from '../i18n/T.tsx';

/** A record as the API names it: `travel-agents/7`. */
const recordOf = ({ to }: Pick<SearchHit, 'to'>): string => to.slice(1);

/** A record to begin with, of which only the address is known. */
const namelessHit = (record: string): SearchHit => ({ group: '', text: '', hint: '', to: `/${record}` });

function RecordName({ hit }: { hit: SearchHit }) {
  const [resource = '', id = ''] = recordOf(hit).split('/');
  const record = useChosenRecord(resource, hit.text === '' ? id : '');
  return hit.text || (record && nameInSearch(resource, record)) || recordOf(hit);
}

/** Form field `records`: any number of records, found by name. */
function RecordsInput({ label, hint }: { label: string; hint: string }) {
  const translate = useTranslation();
  const [typed, setTyped] = useState('');
  const { q, hits, isFetching } = useRecordSearch(typed);
  const { field, fieldState } = useInput<SearchHit[]>({ source: 'records', defaultValue: [] });
  const problem = fieldState.error?.message;
  return (
    <Autocomplete
      clearText={translate('Clear')}
      filterOptions={(found) => found}
      filterSelectedOptions
      forcePopupIcon={false}
      fullWidth
      getOptionKey={({ to }) => to}
      getOptionLabel={({ text }) => text}
      groupBy={({ group }) => translate(group)}
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
        <TextField
          {...params}
          error={Boolean(problem)}
          helperText={translate(problem ?? hint)}
          label={translate(label)}
        />
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

interface PackFormValues {
  readonly from: string;
  readonly to: string;
  readonly records: readonly SearchHit[];
  readonly automatic: boolean;
  readonly expiresInDays: string;
  readonly reason: string;
}

const DAYS_MESSAGE = 'Choose 1 to 30 days.';
const daysProblem = (days?: string): string | undefined =>
  /^(?:[1-9]|[12]\d|30)$/.test(days ?? '') ? undefined : DAYS_MESSAGE;

/** The link of a new pack. It contains the secret and is not shown again. */
function LinkDialog({ pack }: { pack: CreatedPack }) {
  const close = useClose();
  return (
    <DialogFrame staysOpen title="Audit pack created">
      <DialogContent>
        <T as="p" values={{ until: instant(pack.expiresAt) }}>
          {'Everyone with this link can read the pack until %{until}. It is shown once.'}
        </T>
        <InputField fullWidth label="Link" multiline slotProps={{ htmlInput: { readOnly: true } }} value={pack.link} />
      </DialogContent>
      <DialogActions>
        <ActionButton label="Close" onClick={close} variant="outlined" />
        <CopyButton label="Copy link" autoFocus doneMessage="Link copied." text={pack.link} variant="contained" />
      </DialogActions>
    </DialogFrame>
  );
}

/** Asks for the period, records and validity of a new audit pack. The address can name a record to begin with. */
export function CreatePackDialog() {
  const record = useSearchParams()[0].get('about');
  const [created, setCreated] = useState<CreatedPack | null>(null);
  if (created) return <LinkDialog pack={created} />;
  return (
    <FormDialog<PackFormValues>
      action="Create link"
      busyLabel="Creating…"
      doneMessage="Audit pack created."
      fieldOf={{ size: 'from' }}
      onDone={() => undefined}
      send={async ({ records, expiresInDays, ...typed }, { command }) => {
        const pack = { ...typed, expiresInDays: Number(expiresInDays), records: records.map(recordOf) };
        setCreated(await command('POST', 'audit-packs', pack));
      }}
      title="Create audit pack"
      maxWidth="sm"
      values={{
        from: addDays(today(), -90),
        to: today(),
        records: record ? [namelessHit(record)] : [],
        automatic: record !== null,
        expiresInDays: '7',
        reason: '',
      }}
    >
      <fieldset>
        <T as="legend">Period</T>
        <Field label="From" missing="Choose the first day." source="from" type="date" />
        <Field label="To" missing="Choose the last day." source="to" type="date" />
      </fieldset>
      <RecordsInput
        hint="Agents, reservations, promotions, payouts, people and others, by name. Empty: the whole programme."
        label="Records"
      />
      <SwitchField label="Include automatic events" source="automatic" />
      <Field
        check={daysProblem}
        hint="At most 30. The link stops working then."
        label="Valid for days"
        missing={DAYS_MESSAGE}
        mode="numeric"
        source="expiresInDays"
      />
      <ReasonInput hint="For whom and for what the pack is. Shown in the audit log." />
    </FormDialog>
  );
}
