import { useState } from 'react';
import { call, SHOWS_ERRORS } from '../../api/client.ts';
import type { Deletion } from '../../api/types.ts';
import { useRead } from '../../api/use-read.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { focusHeading } from '../../components/focus-heading.ts';
import { LoadState } from '../../components/load-state.tsx';
import { Problem } from '../../components/Problem.tsx';
import { momentName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { SubmitButton } from '../../forms/fields.tsx';
import { TextArea } from '../../forms/SelectField.tsx';
import { useForm } from '../../forms/use-form.ts';
import { T, t } from '../../i18n/t.tsx';
import type { WithProof } from '../../one-time-password/use-step-up.tsx';

interface ConfirmProps {
  readonly deletion: Deletion;
  readonly withProof: WithProof;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

/** Names the amount at stake and asks for a code before the request is sent. */
function ConfirmDeletion({ deletion: { owedCents, payoutUnderWay }, withProof, onClose, onSent }: ConfirmProps) {
  const form = useForm({ name: 'deletion', initial: { reason: '' } });
  const [problem, setProblem] = useState('');
  const send = form.submit(async ({ reason }) => {
    setProblem('');
    const request = () => call('POST', 'agent/deletion', { body: { reason }, ...SHOWS_ERRORS });
    try {
      if (await withProof('deletion', request)) onSent();
    } catch (failure) {
      setProblem((failure as Error).message);
    }
  });
  return (
    <Dialog title={t('Delete your account?')} onClose={onClose} alert>
      <form method="post" className="form" noValidate onSubmit={send}>
        {owedCents > 0 && (
          <p className="note note-warning">
            <T
              text="You lose your balance of %{owed}. To keep it, wait until it is paid out."
              owed={<strong className="tabular">{rand(owedCents)}</strong>}
            />
          </p>
        )}
        {payoutUnderWay && (
          <p>{t('A payout is in preparation. We delete your account only after it has been paid.')}</p>
        )}
        <p>
          {t(
            'Support will delete your personal data. This cannot be undone. By law we must keep payment and tax records for seven years.',
          )}
        </p>
        <Problem text={problem} />
        <TextArea {...form.field('reason')} label={t('Why are you leaving?')} optional />
        <div className="actions">
          <Button label={t('Keep my account')} variant="plain" onPress={onClose} hasFocus />
          <SubmitButton label={t('Request deletion')} busyLabel={t('Sending...')} busy={form.busy} variant="danger" />
        </div>
      </form>
    </Dialog>
  );
}

export function DeletionSection({ withProof }: { readonly withProof: WithProof }) {
  const deletion = useRead('agent/deletion');
  const { data, refetch } = deletion;
  const [isAsking, setAsking] = useState(false);
  const done = () => {
    setAsking(false);
    refetch();
  };
  const withdraw = () =>
    call('DELETE', 'agent/deletion')
      .then(() => focusHeading('#deletion'))
      .finally(refetch);
  return (
    <section className="stack" aria-labelledby="deletion">
      <h2 id="deletion">{t('Delete your account')}</h2>
      <LoadState of={deletion} text={t('This could not be loaded.')} />
      {data?.pending && (
        <>
          <p className="note note-warning" role="status">
            <T
              text="You asked us to delete your account on %{requestedAt}. Reference number: %{reference}. You can withdraw the request until it is executed."
              requestedAt={momentName(data.pending.requestedAt)}
              reference={<strong className="tabular">{data.pending.reference}</strong>}
            />
          </p>
          <div>
            <Button label={t('Withdraw the request')} variant="plain" onPress={withdraw} />
          </div>
        </>
      )}
      {data && !data.pending && (
        <>
          <p>
            {data.owedCents > 0
              ? t('If you delete your account, you lose your balance of %{owed}, and we erase your personal data.', {
                  owed: rand(data.owedCents),
                })
              : t('If you delete your account, we erase your personal data.')}{' '}
            {t('We ask for a one-time password first.')}
          </p>
          <div>
            <Button label={t('Delete my account')} variant="plain" onPress={() => setAsking(true)} />
          </div>
        </>
      )}
      {data && isAsking && (
        <ConfirmDeletion deletion={data} withProof={withProof} onClose={() => setAsking(false)} onSent={done} />
      )}
    </section>
  );
}
