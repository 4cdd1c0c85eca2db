import { clockText } from '../session/idle.ts';
import { Dialog } from './Dialog.tsx';

interface Props {
  /** Milliseconds until the session ends. */
  readonly left: number;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/**
 * Warns two minutes before the session ends; any key extends it. Screen readers announce the clock once, on opening.
 */
export function SessionWarning({ left, onStay, onLeave }: Props) {
  return (
    <Dialog title="Still there?" onClose={onStay} alert>
      <p>
        You have not done anything for 58 minutes. To keep your account safe you are signed out in{' '}
        <strong className="tabular" aria-live="off">
          {clockText(left)}
        </strong>
        . Press any key to stay.
      </p>
      <div className="actions">
        <button type="button" className="button button-plain" onClick={onLeave}>
          Logout now
        </button>
        <button type="button" className="button" onClick={onStay} data-autofocus>
          Stay signed in
        </button>
      </div>
    </Dialog>
  );
}
