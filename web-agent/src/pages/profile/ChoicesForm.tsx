import { useCallback, useState } from 'react';
import { api } from '../../api/calls.ts';
import type { Choices, CommunicationMethod, YesNo } from '../../api/types.ts';
import { CheckField } from '../../forms/CheckField.tsx';
import { ChoiceField } from '../../forms/ChoiceField.tsx';
import { FormMessage, type Outcome } from '../../forms/FormMessage.tsx';
import { METHODS } from '../../forms/options.ts';
import { SubmitButton } from '../../forms/SubmitButton.tsx';
import { useForm } from '../../forms/use-form.ts';

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
    await api.saveChoices({
      marketing: values.marketing === 'Y',
      employerConsent: values.employerConsent as YesNo,
      popiConsent: values.popiConsent as YesNo,
      notices: values.notices as CommunicationMethod,
    });
    setOutcome({ kind: 'success', text: 'Your choices were saved.' });
  });

  return (
    <section className="stack" aria-labelledby="choices">
      <h2 id="choices">What you agree to</h2>
      <form method="post" className="form" noValidate onSubmit={send}>
        <CheckField {...form.field('employerConsent')} label="My employer agrees to me earning rewards." />
        <CheckField
          {...form.field('popiConsent')}
          label="My personal information may be processed to calculate and pay my rewards."
        />
        {!paid && (
          <p className="note note-warning" role="status">
            Nothing is paid while one of these two is withdrawn. Your rewards are kept.
          </p>
        )}
        <CheckField {...form.field('marketing')} label="Tell me about promotions." />
        <ChoiceField {...form.field('notices')} label="Send notices by" options={METHODS} />
        <div>
          <SubmitButton label="Save choices" busyLabel="Saving..." busy={form.busy} />
        </div>
        <FormMessage outcome={outcome} onGone={gone} />
      </form>
    </section>
  );
}
