import { call } from '../api/http.ts';
import { T, type Wording } from '../i18n/T.tsx';
import { FormDialog } from './FormDialog.tsx';
import { Field, ReasonInput } from './inputs.tsx';

/** A text or day field of a small form. */
interface ChangeField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'text' | 'date';
  readonly value?: string;
}

type Values = Readonly<Record<string, string>>;

interface Props {
  readonly title: Wording;
  readonly explanation: string;
  readonly action: string;
  /** Path of the call under `/api/admin`. */
  readonly path: string;
  readonly fields: readonly ChangeField[];
  /** Builds the request body without its reason. */
  readonly bodyOf: (values: Values) => object;
  /** The notice after the call; by default the change waits for approval. */
  readonly done?: string;
}

/** A form of a few fields and a reason. */
export function ChangeDialog({ title, explanation, action, path, fields, bodyOf, done = 'Sent for approval.' }: Props) {
  return (
    <FormDialog<Values>
      action={action}
      done={done}
      send={({ reason, ...values }) => call('POST', path, { ...bodyOf(values), reason })}
      title={title}
      values={Object.fromEntries(fields.map(({ name, value }) => [name, value ?? '']))}
    >
      <T as="p">{explanation}</T>
      {fields.map(({ name, label, hint, type }) => (
        <Field
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
