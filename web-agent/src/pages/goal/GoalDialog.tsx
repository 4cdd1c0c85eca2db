import { useState } from 'react';
import { call, SHOWS_ERRORS } from '../../api/client.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Problem } from '../../components/Problem.tsx';
import { centsOfInput } from '../../format/money.ts';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { SubmitButton, TextField } from '../../forms/fields.tsx';
import { check } from '../../forms/rules.ts';
import { useForm } from '../../forms/use-form.ts';
import { t } from '../../i18n/t.tsx';

interface Values {
  amount: string;
}

const validate = ({ amount }: Values) =>
  check<Values>({
    amount: (centsOfInput(amount) ?? 0) < 100 && t('Enter an amount of at least R1, for example 5 000.'),
  });

interface Props {
  readonly goalCents: number | null;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Sets, changes or removes the monthly goal. */
export default function GoalDialog({ goalCents, onSaved, onClose }: Props) {
  const amount = goalCents === null ? '' : String(goalCents / 100);
  const form = useForm<Values>({ name: 'goal', initial: { amount }, validate });
  const [problem, setProblem] = useState('');
  const [removing, setRemoving] = useState(false);
  const save = async (cents: number | null): Promise<void> => {
    setProblem('');
    try {
      await call('PUT', 'agent/goal', { body: { goalCents: cents }, ...SHOWS_ERRORS });
    } catch (failure) {
      return setProblem((failure as Error).message);
    }
    onClose();
    onSaved();
  };
  const remove = (): Promise<void> => {
    setRemoving(true);
    return save(null).finally(() => setRemoving(false));
  };
  return (
    <Dialog title={goalCents === null ? t('Set a monthly goal') : t('Change goal')} onClose={onClose}>
      <form
        method="post"
        className="form"
        noValidate
        onSubmit={form.submit((values) => save(centsOfInput(values.amount)))}
      >
        <ErrorSummary {...form.summary} />
        <Problem text={problem} />
        <TextField
          {...form.field('amount')}
          label={t('Monthly goal after tax, in rand')}
          inputMode="decimal"
          placeholder="5 000"
          maxLength={16}
        />
        <div className="actions">
          <Button label={t('Cancel')} variant="plain" onPress={onClose} />
          {goalCents !== null && (
            <Button label={t('Remove goal')} variant="plain" disabled={form.busy} onPress={remove} />
          )}
          <SubmitButton label={t('Save goal')} busyLabel={t('Saving...')} busy={form.busy || removing} />
        </div>
      </form>
    </Dialog>
  );
}
