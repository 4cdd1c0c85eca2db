import { call } from '../../api/client.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { SubmitButton, TextField } from '../../forms/fields.tsx';
import { check } from '../../forms/rules.ts';
import { useForm } from '../../forms/use-form.ts';
import { t } from '../../i18n/t.tsx';
import { centsOfInput } from '../calculator/revenue.ts';

interface Values {
  amount: string;
}

const validate = ({ amount }: Values) =>
  check<Values>({
    amount: (centsOfInput(amount) ?? 0) < 100 && t('Enter an amount of at least R1, for example 5 000.'),
  });

const saveGoal = (goalCents: number | null) => call('PUT', 'agent/goal', { body: { goalCents } });

interface Props {
  readonly goalCents: number | null;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Sets, changes or removes the monthly goal. */
export default function GoalForm({ goalCents, onDone, onCancel }: Props) {
  const amount = goalCents === null ? '' : String(goalCents / 100);
  const form = useForm<Values>({ name: 'goal', initial: { amount }, validate });
  const send = form.submit(async (values) => {
    await saveGoal(centsOfInput(values.amount));
    onDone();
  });
  return (
    <form method="post" className="form card" noValidate onSubmit={send}>
      <ErrorSummary {...form.summary} />
      <TextField
        {...form.field('amount')}
        label={t('Monthly goal after tax, in rand')}
        inputMode="decimal"
        placeholder="5 000"
        maxLength={16}
      />
      <div className="row">
        <Button label={t('Cancel')} look="plain" onPress={onCancel} />
        {goalCents !== null && (
          <Button label={t('Remove goal')} look="plain" onPress={() => saveGoal(null).then(onDone, () => undefined)} />
        )}
        <SubmitButton label={t('Save goal')} busyLabel={t('Saving...')} busy={form.busy} />
      </div>
    </form>
  );
}
