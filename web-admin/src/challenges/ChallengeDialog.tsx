import type { ChallengeRecord as Challenge } from '@fynbos/api/challenges/answers.ts';
import { type RaRecord, SelectInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { call } from '../api/http.ts';
import { ConflictDialog } from '../form/ConflictDialog.tsx';
import { FormDialog, useSubmit } from '../form/FormDialog.tsx';
import { DayInput, useNeeded } from '../form/inputs.tsx';
import { useOpened, useSave } from '../form/use-save.ts';
import { type ChallengeValues, NEW_CHALLENGE, requestOf, valuesOf } from './challenge.ts';

const MEASURES = [
  { id: 'rentals', name: 'Rewards of invoiced rentals' },
  { id: 'nett', name: 'Nett rand of rewards' },
];
const AUDIENCES = [
  { id: 'all', name: 'All agents' },
  { id: 'agency', name: 'One agency' },
];

/** Inputs of a challenge. What is fixed after the first day is disabled. */
function ChallengeInputs({ hasBegun = false }: { hasBegun?: boolean }) {
  const needed = useNeeded();
  const { measure, audience } = useWatch() as { measure?: string; audience?: string };
  return (
    <>
      <TextInput label="Title" source="title" validate={needed('Title')} />
      <TextInput
        helperText="What agents read about it."
        label="Description"
        multiline
        source="description"
        validate={needed('Description')}
      />
      {hasBegun || <DayInput label="First day" missing="The first day is required!" source="from" />}
      <DayInput
        hint={hasBegun ? 'It can be later than before. To end the challenge earlier, use End.' : ''}
        label="Last day"
        missing="The last day is required!"
        source="to"
      />
      {hasBegun || (
        <>
          <SelectInput choices={MEASURES} label="What counts" source="measure" validate={needed('What counts')} />
          <TextInput
            label={measure === 'nett' ? 'Target in rand' : 'Target in rentals'}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
            source="target"
            validate={needed('Target')}
          />
          <SelectInput
            choices={AUDIENCES}
            label="Who takes part"
            source="audience"
            validate={needed('Who takes part')}
          />
          {audience === 'agency' && (
            <TextInput
              helperText="7 or 8 digits, as the agents of the agency entered it."
              label="IATA number"
              slotProps={{ htmlInput: { inputMode: 'numeric' } }}
              source="iataNumber"
              validate={needed('IATA number')}
            />
          )}
        </>
      )}
      <TextInput
        helperText="Agents who reach the target see it in their portal."
        label="Badge"
        source="badge"
        validate={needed('Badge')}
      />
    </>
  );
}

const FIELDS = ['title', 'description', 'from', 'to', 'measure', 'target', 'iataNumber', 'badge'] as const;
const FIXED = ['from', 'measure', 'target', 'iataNumber'];

function CreateDialog({ onClose }: { onClose: () => void }) {
  const submit = useSubmit<ChallengeValues>({
    send: (values) => call('POST', 'challenges', requestOf(values)),
    done: 'The challenge was created.',
    onDone: onClose,
  });
  return (
    <FormDialog
      action="Create challenge"
      onClose={onClose}
      onSubmit={submit}
      title="Create a challenge"
      values={NEW_CHALLENGE}
    >
      <ChallengeInputs />
    </FormDialog>
  );
}

function EditDialog({ challenge, onClose }: { challenge: Challenge; onClose: () => void }) {
  const base = useOpened(challenge);
  const hasBegun = base.state === 'active';
  const { save, conflict, dropConflict } = useSave('challenges', base, onClose);
  const submit = (values: object) => {
    const request = Object.entries(requestOf(values as ChallengeValues));
    const changed = request.filter(([field]) => !(hasBegun && FIXED.includes(field)));
    return save({ id: base.id, version: base.version, ...Object.fromEntries(changed) });
  };
  return (
    <FormDialog
      action="Save"
      onClose={onClose}
      onSubmit={submit}
      record={valuesOf(base)}
      title={['Change %{title}', { title: base.title }]}
    >
      <ChallengeInputs hasBegun={hasBegun} />
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          fields={FIELDS}
          onCancel={dropConflict}
          onSave={({ id, version, ...fields }: RaRecord) =>
            save({ id, version, ...Object.fromEntries(FIELDS.map((field) => [field, fields[field]])) })
          }
        />
      )}
    </FormDialog>
  );
}

/** Creates a challenge, or changes an existing one. */
export const ChallengeDialog = ({ challenge, onClose }: { challenge?: Challenge; onClose: () => void }) =>
  challenge ? <EditDialog challenge={challenge} onClose={onClose} /> : <CreateDialog onClose={onClose} />;
