import type { RaRecord } from 'react-admin';
import { call } from '../api/http.ts';
import { ConflictDialog } from '../form/ConflictDialog.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { useOpened, useSave } from '../form/use-save.ts';
import { useSubmit } from '../form/use-submit.ts';
import { ChallengeInputs } from './ChallengeInputs.tsx';
import { type Challenge, type ChallengeValues, NEW_CHALLENGE, requestOf, valuesOf } from './challenge.ts';

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
