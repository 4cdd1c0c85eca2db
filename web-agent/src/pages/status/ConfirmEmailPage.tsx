import { useLocation } from 'react-router-dom';
import { Link } from '../../components/Link.tsx';
import { ResultCard } from '../../components/ResultCard.tsx';
import { t } from '../../i18n/t.tsx';
import { useSession } from '../../session/session.ts';
import { useHydrated } from '../../state/store.ts';

/** Shown after the link sent to a new e-mail address was opened; the server confirmed or refused it before. */
export default function ConfirmEmailPage() {
  const session = useSession();
  const { search } = useLocation();
  // Hydration starts with the result of most visits.
  const isConfirmed = !useHydrated() || search.includes('confirmed');
  const on = session ? '/agent/profile#personal' : '/';
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
          <Link className="button" to={on}>
            {session ? t('Go to my profile') : t('Go to Login')}
          </Link>
        </p>
      </ResultCard>
    </div>
  );
}
