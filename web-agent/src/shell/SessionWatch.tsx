import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { call, endServerSession, lastCall, QUIET, signOut } from '../api/client.ts';
import { endSubscription } from '../api/push.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { T, t } from '../i18n/t.tsx';
import { FIRST_MESSAGES } from '../messages/first-messages.ts';
import { clearStoredSession, returnTo, wasSignedOutByUser } from '../session/session.ts';
import { clockText, useIdle } from '../session/use-idle.ts';
import { showAlert } from '../state/alerts.ts';

/**
 * The portal opens without a connection from now on. Ends the session after 60 minutes without activity, with a warning
 * two minutes before, and the notifications of this browser at a sign-out (N4).
 */
export default function SessionWatch() {
  const navigate = useNavigate();
  const location = useLocation();

  function end(): void {
    endServerSession();
    clearStoredSession();
    showAlert('warning', FIRST_MESSAGES.signedOutIdle);
    navigate('/', { state: returnTo(location) });
  }

  useEffect(() => {
    // The development server has no service worker.
    if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
    // The next person at this browser must not see the messages of this one.
    return () => void (wasSignedOutByUser() && endSubscription().catch(() => undefined));
  }, []);

  const { isWarning, leftMs, extend } = useIdle({
    lastResponse: lastCall,
    onOver: end,
    onExtend: () => void call('POST', 'auth/extend', QUIET).catch(() => undefined),
  });
  const leave = (): void => {
    signOut();
    navigate('/');
  };
  return isWarning ? <SessionWarning leftMs={leftMs} onStay={extend} onLeave={leave} /> : null;
}

interface Props {
  /** Milliseconds until the session ends. */
  readonly leftMs: number;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Two minutes before the end; any key extends it. Screen readers announce the clock once, on opening. */
function SessionWarning({ leftMs, onStay, onLeave }: Props) {
  return (
    <Dialog title={t('Still there?')} onClose={onStay} alert>
      <p>
        <T
          text="You’ve been inactive for a while. For your security, we’ll sign you out in %{left}. Press any key to stay signed in."
          left={
            <strong className="tabular" aria-live="off">
              {clockText(leftMs)}
            </strong>
          }
        />
      </p>
      <div className="actions">
        <Button label={t('Sign out now')} variant="plain" onPress={onLeave} />
        <Button label={t('Stay signed in')} onPress={onStay} hasFocus />
      </div>
    </Dialog>
  );
}
