import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApiError, call, messageOr, QUIET } from '../../api/client.ts';
import { Button } from '../../components/Button.tsx';
import { Link } from '../../components/Link.tsx';
import { Page } from '../../components/Page.tsx';
import { ResultCard } from '../../components/ResultCard.tsx';
import { t } from '../../i18n/t.tsx';
import { FIRST_MESSAGES } from '../../messages/first-messages.ts';
import { useSession } from '../../session/session.ts';
import { showAlert } from '../../state/alerts.ts';
import { useHydrated } from '../../state/store.ts';

/**
 * Opened by the link sent to a new e-mail address. The person confirms with a button, because programs that check mail
 * open its links (A4).
 */
export default function ConfirmEmailPage() {
  const session = useSession();
  const [params] = useSearchParams();
  const isHydrated = useHydrated();
  const token = isHydrated ? params.get('token') : null;
  const [result, setResult] = useState<'asked' | 'confirmed' | 'dead'>('asked');
  const confirm = async (): Promise<void> => {
    try {
      await call('POST', 'travel-agency/confirm-email', { body: { token: token ?? '' }, ...QUIET });
      setResult('confirmed');
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 404 || status === 422) setResult('dead');
      else showAlert('danger', messageOr(error, FIRST_MESSAGES.unexpected));
    }
  };
  if (result === 'asked' && (token !== null || !isHydrated))
    return (
      <Page title={t('Confirm your new email address')} intro={t('You then sign in with this address.')}>
        <p>
          <Button label={t('Use this address')} onPress={confirm} />
        </p>
      </Page>
    );
  const isConfirmed = result === 'confirmed';
  return (
    <div className="page page-narrow">
      <ResultCard
        isGood={isConfirmed}
        title={isConfirmed ? t('Email address confirmed') : t('This link is no longer valid')}
        text={
          isConfirmed
            ? t('Use it the next time you sign in.')
            : t(
                'It has expired, it was withdrawn, or a newer one was sent. You can change your email address again in your profile.',
              )
        }
      >
        <p>
          <Link className="button" to={session ? '/agent/profile#personal' : '/'}>
            {session ? t('Go to my profile') : t('Go to Login')}
          </Link>
        </p>
      </ResultCard>
    </div>
  );
}
