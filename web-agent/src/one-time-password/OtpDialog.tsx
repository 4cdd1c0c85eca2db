import { type FormEvent, useEffect, useState } from 'react';
import { ApiError } from '../api/client.ts';
import type { CommunicationMethod, OtpPayload, YesNo } from '../api/types.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { t } from '../i18n/t.tsx';
import { MESSAGES } from '../messages/messages.ts';
import { codeSent, secondsToNextCode } from './code-sent.ts';
import { sentTo } from './sent-to.ts';
import { NOT_REACHED, tooMany, waitText } from './wait-text.ts';
import './otp.css';

interface Props {
  readonly email: string;
  readonly cellNumber: string;
  readonly communicationMethod?: CommunicationMethod;
  /**
   * Verifies the code and runs the follow-up action. The three modes of specification section 2 differ only in this
   * function.
   */
  readonly onVerify: (payload: OtpPayload, rememberDevice: YesNo) => Promise<void>;
  /** Offers to skip the code of the next sign-ins on this device. */
  readonly rememberable?: boolean;
  readonly onResend: () => Promise<unknown>;
  /** Shown under the resend button: another way to get the code. */
  readonly otherWay?: string;
  readonly onClose: () => void;
}

/** Asks for the one-time password that was sent. */
export function OtpDialog({
  email,
  cellNumber,
  communicationMethod = 'C',
  rememberable,
  onVerify,
  onResend,
  otherWay,
  onClose,
}: Props) {
  const [otp, setOtp] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [notice, setNotice] = useState('');
  const [busy, setBusy] = useState(false);
  const [remember, setRemember] = useState<YesNo>('N');
  const [advice, setAdvice] = useState<string | null>(null);
  const wait = useCountdown();

  // Focus after the render that enables the input again; the pressed button may be disabled by then.
  useEffect(() => {
    if (!busy) document.getElementById('otp')?.focus();
  }, [busy]);

  async function verify(event: FormEvent): Promise<void> {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    if (!email || !cellNumber) return setError(MESSAGES.otpMissingContact);
    setBusy(true);
    setError(null);
    setAdvice(null);
    setNotice('');
    try {
      await onVerify({ email, phoneNumber: cellNumber, communicationMethod, otp }, remember);
    } catch (failure) {
      const problem = otpProblem(failure);
      setError(problem.error);
      setAdvice(problem.advice);
      if (problem.isWrong) setOtp('');
    } finally {
      setBusy(false);
    }
  }

  async function resend(): Promise<void> {
    setError(null);
    setAdvice(null);
    setNotice('');
    try {
      await onResend();
      setOtp('');
      setNotice(t('Otp sent successfully'));
      wait.start();
    } catch (failure) {
      wait.start(failure instanceof ApiError ? (failure.retryAfter ?? 0) : 0);
      setError(otpProblem(failure).resend);
    }
    document.getElementById('otp')?.focus();
  }

  return (
    <Dialog title={t('Enter your one-time password')} onClose={onClose}>
      <form method="post" className="stack" noValidate onSubmit={verify}>
        <p id="otp-hint">{sentTo(communicationMethod, cellNumber, email)}</p>
        <div className="field">
          <label htmlFor="otp">{t('6-digit one-time password')}</label>
          <p className="error" id="otp-error" role="alert">
            {error && (
              <>
                <Icon name="alert" /> {error}
              </>
            )}
          </p>
          {advice && <p className="hint">{advice}</p>}
          <OtpInput id="otp" value={otp} invalid={error !== null} describedBy="otp-hint otp-error" onValue={setOtp} />
        </div>
        {rememberable && (
          <div className="field">
            <div className="choice">
              <input
                type="checkbox"
                id="remember"
                checked={remember === 'Y'}
                aria-describedby="remember-hint"
                onChange={(event) => setRemember(event.target.checked ? 'Y' : 'N')}
              />
              <label htmlFor="remember">{t('Remember this device for 30 days')}</label>
            </div>
            <p className="hint" id="remember-hint">
              {t('You then sign in here with your password only. Not for a shared device.')}
            </p>
          </div>
        )}
        <div className="stack-tight">
          <p className="row">
            <Button label={t('Click here to resend')} look="link" disabled={wait.left > 0} onPress={resend} />
            {wait.left > 0 && (
              <span className="quiet tabular">
                {t('You can ask for a new code %{wait}.', { wait: waitText(wait.left) })}
              </span>
            )}
          </p>
          <p role="status">{notice}</p>
          {otherWay && <p className="quiet">{otherWay}</p>}
        </div>
        <div className="actions">
          <Button label={t('Cancel')} look="plain" onPress={onClose} />
          <button type="submit" className="button" disabled={busy || otp.length < OTP_LENGTH}>
            {busy ? t('Verifying...') : t('Verify')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface OtpInputProps {
  readonly id: string;
  readonly value: string;
  readonly invalid: boolean;
  readonly describedBy: string;
  readonly onValue: (value: string) => void;
}

const OTP_LENGTH = 6;
const BOXES = Array.from({ length: OTP_LENGTH }, (_, box) => box);

/**
 * Shows six boxes over a single input, which is what browser, keyboard and screen reader use.
 * The input covers the boxes and its letter spacing aligns the digits with them, so typing, backspace, paste and
 * auto-fill work.
 */
function OtpInput({ id, value, invalid, describedBy, onValue }: OtpInputProps) {
  return (
    <div className="otp" data-invalid={invalid || undefined}>
      <div className="otp-boxes" aria-hidden="true">
        {BOXES.map((box) => (
          <span
            key={box}
            className={box === Math.min(value.length, OTP_LENGTH - 1) ? 'otp-box otp-box-next' : 'otp-box'}
          >
            {value[box]}
          </span>
        ))}
      </div>
      <input
        id={id}
        name="otp"
        className="otp-input"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        value={value}
        aria-required
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        // Typed, pasted or filled in, with spaces or hyphens.
        onChange={(event) => onValue(event.target.value.replace(/\D/g, '').slice(0, OTP_LENGTH))}
      />
    </div>
  );
}

/** Counts the seconds down until the next code can be requested; `start` begins after a code, or with other seconds. */
function useCountdown(): { left: number; start: (seconds?: number) => void } {
  const [left, setLeft] = useState(secondsToNextCode);
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setLeft(secondsToNextCode()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  const start = (seconds?: number) => {
    codeSent(seconds);
    setLeft(secondsToNextCode());
  };
  return { left, start };
}

interface OtpProblem {
  readonly error: string;
  /** What to do next, shown below the error. */
  readonly advice: string | null;
  /** The entered code is of no use; after a failed connection it still is. */
  readonly isWrong: boolean;
  /** The error of a resend that failed in the same way. */
  readonly resend: string;
}

/** Returns what to show after a code could not be checked or sent. */
function otpProblem(failure: unknown): OtpProblem {
  const refusal = failure instanceof ApiError ? failure : null;
  if (!refusal || refusal.status === 0 || refusal.status >= 500)
    return { error: NOT_REACHED, advice: null, isWrong: false, resend: NOT_REACHED };
  if (refusal.status === 429) {
    const error = refusal.retryAfter === undefined ? refusal.message : tooMany(refusal.retryAfter);
    return { error, advice: null, isWrong: false, resend: error };
  }
  return {
    error: t('Invalid OTP. Please try again.'),
    advice: t('A code expires after 10 minutes, and after five wrong tries. If yours is older, ask for a new one.'),
    isWrong: true,
    resend: refusal.message,
  };
}
