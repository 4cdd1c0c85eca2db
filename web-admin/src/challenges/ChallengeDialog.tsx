import type { ChallengeRecord as Challenge } from '@fynbos/api/challenges/answers.ts';
import type { RaRecord } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { EditDialog } from '../form/EditDialog.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { Field } from '../form/inputs.tsx';
import { type ChallengeValues, NEW_CHALLENGE, requestOf, valuesOf } from './challenge.ts';

const MEASURES = [
  ['rentals', 'Rewards of invoiced rentals'],
  ['nett', 'Nett rand of rewards'],
] as const;
const AUDIENCES = [
  ['all', 'All agents'],
  ['agency', 'One agency'],
] as const;

/** Inputs of a challenge. What is fixed after the first day is disabled. */
function ChallengeInputs({ hasBegun }: { hasBegun?: boolean }) {
  const { measure, audience } = useWatch() as { measure?: string; audience?: string };
  return (
    <>
      <Field label="Title" source="title" />
      <Field hint="What agents read about it." label="Description" multiline source="description" />
      {hasBegun || <Field label="First day" missing="The first day is required!" source="from" type="date" />}
      <Field
        hint={hasBegun ? 'It can be later than before. To end the challenge earlier, use End.' : undefined}
        label="Last day"
        missing="The last day is required!"
        source="to"
        type="date"
      />
      {hasBegun || (
        <>
          <Field choices={MEASURES} label="What counts" source="measure" />
          <Field
            label={measure === 'nett' ? 'Target in rand' : 'Target in rentals'}
            missing="Target is required!"
            mode="decimal"
            source="target"
          />
          <Field choices={AUDIENCES} label="Who takes part" source="audience" />
          {audience === 'agency' && (
            <Field
              hint="7 or 8 digits, as the agents of the agency entered it."
              label="IATA number"
              mode="numeric"
              source="iataNumber"
            />
          )}
        </>
      )}
      <Field hint="Agents who reach the target see it in their portal." label="Badge" source="badge" />
    </>
  );
}

const FIELDS = ['title', 'description', 'from', 'to', 'measure', 'target', 'audience', 'iataNumber', 'badge'];
const FIXED_ONCE_STARTED = ['from', 'measure', 'target', 'iataNumber'];

export const CreateChallengeDialog = () => (
  <FormDialog<ChallengeValues>
    action="Create challenge"
    doneMessage="The challenge was created."
    send={(values, { command }) => command('POST', 'challenges', requestOf(values))}
    title="Create a challenge"
    values={NEW_CHALLENGE}
  >
    <ChallengeInputs />
  </FormDialog>
);

const hasBegun = ({ state }: Challenge): boolean => state === 'active';

/** The changed values of a challenge, without what is fixed after its first day. */
const changesOf = (values: RaRecord, challenge: Challenge): object =>
  Object.fromEntries(
    Object.entries(requestOf(values as RaRecord & ChallengeValues)).filter(
      ([field]) => !(hasBegun(challenge) && FIXED_ONCE_STARTED.includes(field)),
    ),
  );

export const EditChallengeDialog = ({ id }: { id: string }) => (
  <EditDialog<Challenge>
    action="Save"
    fields={FIELDS}
    id={id}
    requestOf={changesOf}
    resource="challenges"
    title={(challenge) => ['Edit %{title}', { title: challenge?.title ?? '' }]}
    valuesOf={valuesOf}
  >
    {(challenge) => <ChallengeInputs hasBegun={hasBegun(challenge)} />}
  </EditDialog>
);
