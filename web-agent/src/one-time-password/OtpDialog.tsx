import { type FormEvent, useEffect, useState } from 'react';
import { ApiError, call, SHOWS_ERRORS } from '../api/client.ts';
import type { OtpContact, OtpPayload, YesNo } from '../api/types.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { t } from '../i18n/t.tsx';
import { MESSAGES } from '../messages/messages.ts';
import { codeSent, problemOf, secondsToNextCode, waitText } from './code-wait.ts';
import { OTP_LENGTH, OtpInput } from './OtpInput.tsx';
import { sentTo } from './sent-to.ts';

interface Props {
  readonly contact: OtpContact;
  /** Verifies, then runs the follow-up: the only difference between the three modes of specification section 2. */
  readonly onVerify: (payload: OtpPayload, rememberDevice: YesNo) => Promise<void>;
  /** Offers to skip the code of the next sign-ins on this device. */
  readonly rememberable?: boolean;
  /** Sends another code. Default: that of a registration or sign-in. */
  readonly onResend?: () => Promise<unknown>;
  /** Shown under the resend button: another way to get the code. */
  readonly otherWay?: string;
  readonly onClose: () => void;
}

/** Asks for the one-time password that was sent. */
export function OtpDialog({ contact, rememberable, onVerify, onResend, otherWay, onClose }: Props) {
  const { emailAddress: email, cellNumber, communicationMethod } = contact;
  const [otp, setOtp] = useState('');
  const [{ problem, advice, notice }, setResult] = useState<Result>({});
  const [busy, setBusy] = useState(false);
  const [remember, setRemember] = useState<YesNo>('N');

  // Focus after the render that enables the input again; the pressed button may be disabled by then.
  useEffect(() => {
    if (!busy) document.getElementById('otp')?.focus();
  }, [busy]);

  async function verify(event: FormEvent): Promise<void> {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    if (!email || !cellNumber) return setResult({ problem: MESSAGES.otpMissingContact });
    setBusy(true);
    setResult({});
    try {
      await onVerify({ email, phoneNumber: cellNumber, communicationMethod, otp }, remember);
    } catch (failure) {
      const isWrong = isWrongCode(failure);
      // Otherwise, for example without a connection, the entered code is still valid.
      if (isWrong) setOtp('');
      setResult(isWrong ? WRONG_CODE : { problem: problemOf(failure) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('Enter your one-time password')} onClose={onClose}>
      <form method="post" className="stack" noValidate onSubmit={verify}>
        <p id="otp-hint">{sentTo(contact)}</p>
        <CodeField value={otp} problem={problem} advice={advice} onValue={setOtp} />
        {rememberable && <RememberChoice value={remember} onValue={setRemember} />}
        <div className="stack-tight">
          <Resend
            send={
              onResend ??
              (() =>
                call('POST', 'travel-agency/resend-otp', {
                  body: { email, cellNumber, communicationMethod },
                  ...SHOWS_ERRORS,
                }))
            }
            onSent={() => setOtp('')}
            onResult={setResult}
          />
          <p role="status">{notice}</p>
          {otherWay && <p className="quiet">{otherWay}</p>}
        </div>
        <div className="actions">
          <Button label={t('Cancel')} variant="plain" onPress={onClose} />
          <button type="submit" className="button" disabled={busy || otp.length < OTP_LENGTH}>
            {busy ? t('Verifying...') : t('Verify')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The result of the last verification or resend. */
interface Result {
  readonly problem?: string;
  /** What to do next, shown below the problem. */
  readonly advice?: string;
  readonly notice?: string;
}

const WRONG_CODE: Result = {
  problem: t('Invalid OTP. Please try again.'),
  advice: t('A code expires after 10 minutes, and after five wrong tries. If yours is older, ask for a new one.'),
};

const isWrongCode = (failure: unknown): boolean => failure instanceof ApiError && failure.code === 'otp.invalid';

interface CodeFieldProps extends Pick<Result, 'problem' | 'advice'> {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

const CodeField = ({ value, problem, advice, onValue }: CodeFieldProps) => (
  <div className="field">
    <label htmlFor="otp">{t('6-digit one-time password')}</label>
    <p className="error" id="otp-error" role="alert">
      {problem && (
        <>
          <Icon name="alert" /> {problem}
        </>
      )}
    </p>
    {advice && <p className="hint">{advice}</p>}
    <OtpInput
      id="otp"
      value={value}
      invalid={problem !== undefined}
      describedBy="otp-hint otp-error"
      onValue={onValue}
    />
  </div>
);

interface RememberProps {
  readonly value: YesNo;
  readonly onValue: (value: YesNo) => void;
}

const RememberChoice = ({ value, onValue }: RememberProps) => (
  <div className="field">
    <div className="choice">
      <input
        type="checkbox"
        id="remember"
        checked={value === 'Y'}
        aria-describedby="remember-hint"
        onChange={(event) => onValue(event.target.checked ? 'Y' : 'N')}
      />
      <label htmlFor="remember">{t('Remember this device for 30 days')}</label>
    </div>
    <p className="hint" id="remember-hint">
      {t('You will then sign in on this device with only your password. Do not use this on a shared device.')}
    </p>
  </div>
);

interface ResendProps {
  readonly send: () => Promise<unknown>;
  readonly onSent: () => void;
  readonly onResult: (result: Result) => void;
}

function Resend({ send, onSent, onResult }: ResendProps) {
  const [left, setLeft] = useState(secondsToNextCode);
  const isWaiting = left > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setLeft(secondsToNextCode()), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);

  async function resend(): Promise<void> {
    onResult({});
    try {
      await send();
      onSent();
      onResult({ notice: t('Otp sent successfully') });
      codeSent();
    } catch (failure) {
      codeSent(failure instanceof ApiError ? (failure.retryAfter ?? 0) : 0);
      onResult({ problem: problemOf(failure) });
    }
    setLeft(secondsToNextCode());
    document.getElementById('otp')?.focus();
  }

  return (
    <p className="row">
      <Button label={t('Click here to resend')} variant="link" disabled={isWaiting} onPress={resend} />
      {isWaiting && (
        <span className="quiet tabular">{t('You can ask for a new code %{wait}.', { wait: waitText(left) })}</span>
      )}
    </p>
  );
}
