import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { auth } from '../api/auth-calls.ts';
import { lastCall } from '../api/client.ts';
import { endSubscription } from '../api/push.ts';
import { SessionWarning } from '../dialogs/SessionWarning.tsx';
import { showAlert } from '../shell/alerts.ts';
import { FIRST_MESSAGES } from '../text/first-messages.ts';
import { forgetSession, hasLeft, returnTo } from './session.ts';
import { useIdle } from './use-idle.ts';

/**
 * Makes the portal open without a connection from now on. Ends a session after 60 minutes without mouse movement or key
 * press, and warns two minutes before. Ends notifications of this browser when the person signs out (N4).
 */
export default function SessionWatch() {
  const navigate = useNavigate();
  const location = useLocation();

  function end(): void {
    auth.logout().catch(() => undefined);
    forgetSession();
    showAlert('warning', FIRST_MESSAGES.signedOutIdle);
    navigate('/', { state: returnTo(location) });
  }

  useEffect(() => {
    // The development server has no service worker.
    if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
    // The next person at this browser must not see the messages of this one.
    return () => void (hasLeft() && endSubscription().catch(() => undefined));
  }, []);

  const { warning, left, extend } = useIdle({
    heard: lastCall,
    onOver: end,
    onExtend: () => void auth.extend().catch(() => undefined),
  });
  return warning ? <SessionWarning left={left} onStay={extend} onLeave={end} /> : null;
}
