import { T, type Wording } from '../i18n/T.tsx';
import { FormDialog } from './FormDialog.tsx';
import { Field, ReasonInput } from './inputs.tsx';

/** A text, day or choice of a small form. */
interface ChangeField<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'text' | 'date';
  readonly choices?: readonly (readonly [value: string, text: string])[];
  readonly value?: string;
}

interface Props<Name extends string> {
  readonly title: Wording;
  readonly explanation: string;
  readonly action: string;
  readonly fields: readonly ChangeField<Name>[];
  readonly send: (values: Readonly<Record<Name | 'reason', string>>) => Promise<unknown>;
  /** The notice after the call; by default the change waits for approval. */
  readonly done?: string;
}

/** A form of a few fields and a reason. */
export function ChangeDialog<const Name extends string>({
  title,
  explanation,
  action,
  fields,
  send,
  done = 'Sent for approval.',
}: Props<Name>) {
  return (
    <FormDialog
      action={action}
      done={done}
      send={send}
      title={title}
      values={Object.fromEntries(fields.map(({ name, value }) => [name, value ?? '']))}
    >
      <T as="p">{explanation}</T>
      {fields.map(({ name, label, hint, type, choices }) => (
        <Field
          choices={choices}
          hint={hint}
          isOptional={type !== 'date'}
          key={name}
          label={label}
          missing="Choose a date."
          source={name}
          type={type}
        />
      ))}
      <ReasonInput />
    </FormDialog>
  );
}
