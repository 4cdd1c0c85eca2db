import { useNavigate } from 'react-router-dom';
import { auth } from '../api/auth-calls.ts';
import { lastCall } from '../api/client.ts';
import { SessionWarning } from '../dialogs/SessionWarning.tsx';
import { showAlert } from '../shell/alerts.ts';
import { MESSAGES } from '../text/messages.ts';
import { forgetSession } from './session.ts';
import { useIdle } from './use-idle.ts';

/** Ends a session after 60 minutes without mouse movement or key press, and warns two minutes before. */
export default function SessionWatch() {
  const navigate = useNavigate();

  function end(): void {
    auth.logout().catch(() => undefined);
    forgetSession();
    showAlert('warning', MESSAGES.signedOutIdle);
    navigate('/');
  }

  const { warning, left, extend } = useIdle({
    heard: lastCall,
    onOver: end,
    onExtend: () => void auth.extend().catch(() => undefined),
  });
  return warning ? <SessionWarning left={left} onStay={extend} onLeave={end} /> : null;
}
