import { clockText, useIdle } from '@fynbos/web-agent/src/session/use-idle.ts';
import { DialogActions, DialogContent } from '@mui/material';
import { useEffect } from 'react';
import { json, lastAttendedResponse } from '../api/http.ts';
import { bearer, forgetSession, leave, personOf } from '../api/session.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { DialogFrame } from '../form/FormDialog.tsx';
import { T } from '../i18n/T.tsx';

const send = (action: 'logout' | 'extend') =>
  void json(`/api/auth/${action}`, { method: 'POST', keepalive: true }).catch(() => undefined);

function end(): void {
  send('logout');
  forgetSession();
  void leave('idle');
}

/**
 * Ends a session after 60 minutes without activity, with a warning two minutes before (specification, section 4).
 * Follows other tabs that sign out or sign another person in.
 */
export function SessionWatch() {
  useOtherTabs();
  const { isWarning, leftMs, extend } = useIdle({
    lastResponse: lastAttendedResponse,
    onOver: end,
    onExtend: () => send('extend'),
  });
  if (!isWarning) return null;
  return (
    <DialogFrame onClose={extend} title="Are you still there?">
      <T as={DialogContent} values={{ left: <strong className="tabular">{clockText(leftMs)}</strong> }}>
        {
          'You have been inactive for 58 minutes. You will be signed out in %{left} and unsaved changes will be lost. Press any key to stay.'
        }
      </T>
      <DialogActions>
        <ActionButton label="Sign out now" onClick={end} />
        <ActionButton label="Stay signed in" autoFocus onClick={extend} variant="contained" />
      </DialogActions>
    </DialogFrame>
  );
}

/** When another tab ends the session or signs in another person: the page belongs to the person it was loaded for. */
function useOtherTabs(): void {
  useEffect(() => {
    const shownTo = personOf(bearer());
    const checkSession = () => {
      const now = personOf(bearer());
      if (now === shownTo) return;
      if (now === null) void leave();
      else window.location.reload();
    };
    window.addEventListener('storage', checkSession);
    return () => window.removeEventListener('storage', checkSession);
  }, []);
}
