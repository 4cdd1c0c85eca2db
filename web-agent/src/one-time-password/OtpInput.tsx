import './otp.css';

export const OTP_LENGTH = 6;
const BOXES = Array.from({ length: OTP_LENGTH }, (_, box) => box);

interface Props {
  readonly id: string;
  readonly value: string;
  readonly invalid: boolean;
  readonly describedBy: string;
  readonly onValue: (value: string) => void;
}

/**
 * Six boxes over a single input, which browser, keyboard and screen reader use. Its letter spacing aligns the digits,
 * so typing, paste and auto-fill work.
 */
export const OtpInput = ({ id, value, invalid, describedBy, onValue }: Props) => (
  <div className="otp" data-invalid={invalid || undefined}>
    <div className="otp-boxes" aria-hidden="true">
      {BOXES.map((box) => (
        <span key={box} className={box === Math.min(value.length, OTP_LENGTH - 1) ? 'otp-box otp-box-next' : 'otp-box'}>
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
