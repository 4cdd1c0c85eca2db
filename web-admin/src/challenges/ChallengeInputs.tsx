import { SelectInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { DayInput } from '../form/inputs.tsx';
import { useNeeded } from '../form/use-needed.ts';

const MEASURES = [
  { id: 'rentals', name: 'Rewards of invoiced rentals' },
  { id: 'nett', name: 'Nett rand of rewards' },
];
const AUDIENCES = [
  { id: 'all', name: 'All agents' },
  { id: 'agency', name: 'One agency' },
];

/** Inputs of a challenge. What is fixed after the first day is disabled. */
export function ChallengeInputs({ hasBegun = false }: { hasBegun?: boolean }) {
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
