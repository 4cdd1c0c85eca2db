import { useEffect, useRef } from 'react';
import { call, SHOWS_ERRORS } from '../../api/client.ts';
import type { AgentLogin, CommunicationMethod } from '../../api/types.ts';
import { t } from '../../i18n/t.tsx';
import { OtpDialog } from '../../one-time-password/OtpDialog.tsx';
import { storeSession } from '../../session/session.ts';

interface Props {
  readonly login: AgentLogin;
  /** Signed in by e-mail address: the profile decides where the code goes. */
  readonly byEmail: boolean;
  /** Path that opens after the sign-in. */
  readonly landsOn: string;
  readonly onClose: () => void;
}

/** The OTP dialog in its login mode: stores the session, then opens the next page with a page load (section 2). */
export default function LoginOtp({ login, byEmail, landsOn, onClose }: Props) {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return (
    <OtpDialog
      contact={login}
      onClose={onClose}
      otherWay={otherWay(login.communicationMethod, byEmail)}
      rememberable
      onVerify={async (payload, rememberDevice) => {
        const body = { ...payload, rememberDevice };
        const answer = await call('POST', 'auth/verify-otp', { body, ...SHOWS_ERRORS });
        // Who has cancelled in the meantime stays signed out.
        if (isOpen.current) window.location.assign(storeSession(answer, landsOn));
      }}
    />
  );
}

const otherWay = (method: CommunicationMethod, byEmail: boolean): string => {
  if (method === 'E') return t('Not there? Look in your spam folder.');
  return byEmail
    ? t('No SMS? Cancel and sign in with your ID number: there you can choose Email.')
    : t('No SMS? Cancel, choose Email and press LOGIN again.');
};
