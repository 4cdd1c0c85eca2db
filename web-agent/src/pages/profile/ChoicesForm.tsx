import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { account } from '../../api/account-calls.ts';
import type { Choices, CommunicationMethod, YesNo } from '../../api/types.ts';
import { CheckField } from '../../fields/CheckField.tsx';
import { ChoiceField } from '../../fields/ChoiceField.tsx';
import { METHODS } from '../../fields/options.ts';
import { FormMessage, type Outcome } from '../../forms/FormMessage.tsx';
import { SubmitButton } from '../../forms/SubmitButton.tsx';
import { useForm } from '../../forms/use-form.ts';
import { T, t } from '../../i18n/t.tsx';

interface Values {
  marketing: string;
  employerConsent: string;
  popiConsent: string;
  notices: string;
}

const nothingWrong = () => ({});

/** Consents can be withdrawn; each states the consequence of withdrawing it. */
export function ChoicesForm({ choices }: { readonly choices: Choices }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const gone = useCallback(() => setOutcome(null), []);
  const { employerConsent, popiConsent, notices } = choices;
  const form = useForm<Values>({
    name: 'choices',
    initial: { marketing: choices.marketing ? 'Y' : 'N', employerConsent, popiConsent, notices },
    validate: nothingWrong,
  });
  const paid = form.values.employerConsent === 'Y' && form.values.popiConsent === 'Y';

  const send = form.submit(async (values) => {
    await account.saveChoices({
      marketing: values.marketing === 'Y',
      employerConsent: values.employerConsent as YesNo,
      popiConsent: values.popiConsent as YesNo,
      notices: values.notices as CommunicationMethod,
    });
    setOutcome({ kind: 'success', text: t('Your choices were saved.') });
  });

  return (
    <section className="stack" aria-labelledby="choices">
      <h2 id="choices">{t('Your consents')}</h2>
      <form method="post" className="form" noValidate onSubmit={send}>
        <CheckField
          {...form.field('employerConsent')}
          label={t('My employer has agreed that I may earn rewards in this programme.')}
        />
        <CheckField
          {...form.field('popiConsent')}
          label={
            <T
              text="I accept the %{link}, and I agree to my personal information being processed to calculate and pay my rewards."
              link={<Link to="/agent/terms-and-conditions">{t('terms and conditions')}</Link>}
            />
          }
        />
        {!paid && (
          <p className="note note-warning" role="status">
            {t('We can’t pay you while either consent is switched off. You keep what you’ve earned.')}
          </p>
        )}
        <CheckField {...form.field('marketing')} label={t('Send me news about promotions')} />
        <ChoiceField {...form.field('notices')} label={t('Send notifications by')} options={METHODS} />
        <div>
          <SubmitButton label={t('Save choices')} busyLabel={t('Saving...')} busy={form.busy} />
        </div>
        <FormMessage outcome={outcome} onGone={gone} />
      </form>
    </section>
  );
}
