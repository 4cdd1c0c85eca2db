import { useCallback, useState } from 'react';
import { api } from '../../api/calls.ts';
import { messageOr } from '../../api/client.ts';
import { BankFields } from '../../forms/BankFields.tsx';
import { type BankValues, bankRules } from '../../forms/bank-rules.ts';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { FormMessage, type Outcome } from '../../forms/FormMessage.tsx';
import { useReferenceLists } from '../../forms/reference-lists.ts';
import { check } from '../../forms/rules.ts';
import { SubmitButton } from '../../forms/SubmitButton.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { WithProof } from '../../otp/use-step-up.tsx';
import { MESSAGES } from '../../text/messages.ts';

interface Props {
  readonly agentId: number;
  readonly taxCountry: string;
  /** Hours during which a new account receives no payout. */
  readonly coolingHours: number;
  readonly initial: BankValues;
  readonly withProof: WithProof;
}

const validate = (values: BankValues) => check<BankValues>(bankRules(values));

export function BankingForm({ agentId, taxCountry, coolingHours, initial, withProof }: Props) {
  const { banks } = useReferenceLists();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const gone = useCallback(() => setOutcome(null), []);
  const form = useForm<BankValues>({ name: 'bank', initial, validate });

  const send = form.submit(
    async (values) => {
      setOutcome(null);
      try {
        if (!(await withProof('banking', () => api.updateBanking(agentId, values)))) return;
        setOutcome({ kind: 'success', text: MESSAGES.profileBankingUpdated });
      } catch (error) {
        setOutcome({ kind: 'danger', text: messageOr(error, MESSAGES.profileUpdateFailed) });
        throw error;
      }
    },
    () => setOutcome({ kind: 'danger', text: MESSAGES.profileFillIn }),
  );

  return (
    <form method="post" className="form" noValidate onSubmit={send}>
      <ErrorSummary {...form.summary} />
      <p className="quiet">
        A new account receives its first payout after {coolingHours} hours. We tell you of the change at your old and
        new contacts, and your other sessions end.
      </p>
      <BankFields form={form} banks={banks} taxCountry={taxCountry} />
      <div>
        <SubmitButton label="Update" busyLabel="Updating..." busy={form.busy} />
      </div>
      <FormMessage outcome={outcome} onGone={gone} />
    </form>
  );
}
