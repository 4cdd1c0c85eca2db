import { auth } from '../../api/auth-calls.ts';
import { api } from '../../api/calls.ts';
import type { AgentLogin } from '../../api/types.ts';
import { OtpDialog } from '../../otp/OtpDialog.tsx';
import { keepAgentSession } from '../../session/session.ts';

interface Props {
  readonly login: AgentLogin;
  readonly onClose: () => void;
}

/** The OTP dialog in its login mode: stores the session, then opens the incentives with a page load (section 2). */
export default function LoginOtp({ login, onClose }: Props) {
  const { emailAddress: email, cellNumber, communicationMethod } = login;
  return (
    <OtpDialog
      email={email}
      cellNumber={cellNumber}
      communicationMethod={communicationMethod}
      onClose={onClose}
      onResend={() => api.resendOtp({ email, cellNumber, communicationMethod })}
      onVerify={async (payload) => {
        const { token, travelAgent } = await auth.verifyLogin(payload);
        keepAgentSession(token, travelAgent, login);
        window.location.assign('/agent/incentives');
      }}
    />
  );
}
