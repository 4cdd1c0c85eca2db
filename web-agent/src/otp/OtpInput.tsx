import { OTP_LENGTH, otpDigits } from './otp-code.ts';

interface Props {
  readonly id: string;
  readonly value: string;
  readonly invalid: boolean;
  readonly describedBy: string;
  readonly onValue: (value: string) => void;
}

const BOXES = Array.from({ length: OTP_LENGTH }, (_, box) => box);

/**
 * Six boxes to the eye, one input to browser, keyboard and screen reader: the input
 * lies over the boxes with its digits spaced to fall into them, so typing, backspace, paste and auto-fill just work.
 */
export function OtpInput({ id, value, invalid, describedBy, onValue }: Props) {
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
        onChange={(event) => onValue(otpDigits(event.target.value))}
      />
    </div>
  );
}
