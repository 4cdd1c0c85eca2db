import { account } from '../../api/account-calls.ts';
import type { MessageChoices as Choices } from '../../api/types.ts';
import { LoadState } from '../../components/load-state.tsx';
import { useLoaded } from '../../components/use-loaded.tsx';
import { CheckField } from '../../forms/SelectField.tsx';
import { SavedForm, useSavedForm } from '../../forms/saved-form.tsx';
import { t } from '../../i18n/t.tsx';

const letter = (given: boolean): string => (given ? 'Y' : 'N');
const nothingWrong = () => ({});

function MessageForm({ choices }: { readonly choices: Choices }) {
  const form = useSavedForm({
    name: 'message-choices',
    initial: { rewards: letter(choices.rewards), payouts: letter(choices.payouts), digest: letter(choices.digest) },
    validate: nothingWrong,
  });
  const send = form.save(async ({ rewards, payouts, digest }) => {
    await account.saveMessageChoices({ rewards: rewards === 'Y', payouts: payouts === 'Y', digest: digest === 'Y' });
  });
  return (
    <SavedForm form={form} onSubmit={send} label={t('Save messages')} busyLabel={t('Saving...')}>
      <CheckField {...form.field('rewards')} label={t('Rewards that I earned, once a day')} />
      <CheckField {...form.field('payouts')} label={t('Payouts on their way and paid, and tax certificates')} />
      <CheckField {...form.field('digest')} label={t('A summary of each month, by email')} />
      <p className="hint">
        {t('We always tell you when a payout fails or comes back, and when your account is suspended.')}
      </p>
    </SavedForm>
  );
}

/** Which messages about money the agent receives. */
export function MessageChoices() {
  const choices = useLoaded(account.messageChoices, 'message-choices');
  return (
    <section className="stack" aria-labelledby="messages">
      <h2 id="messages">{t('Messages about your money')}</h2>
      <LoadState of={choices} text={t('Your message choices could not be loaded.')} />
      {choices.data && <MessageForm choices={choices.data} />}
    </section>
  );
}
