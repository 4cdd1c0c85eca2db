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
        You’ve been inactive for a while. For your security, we’ll sign you out in{' '}
        <strong className="tabular" aria-live="off">
          {clockText(left)}
        </strong>
        . Press any key to stay signed in.
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
