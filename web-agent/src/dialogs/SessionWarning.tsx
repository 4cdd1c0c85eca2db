import { T, t } from '../i18n/t.tsx';
import { clockText } from '../session/use-idle.ts';
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
    <Dialog title={t('Still there?')} onClose={onStay} alert>
      <p>
        <T
          text="You’ve been inactive for a while. For your security, we’ll sign you out in %{left}. Press any key to stay signed in."
          left={
            <strong className="tabular" aria-live="off">
              {clockText(left)}
            </strong>
          }
        />
      </p>
      <div className="actions">
        <button type="button" className="button button-plain" onClick={onLeave}>
          {t('Logout now')}
        </button>
        <button type="button" className="button" onClick={onStay} data-autofocus>
          {t('Stay signed in')}
        </button>
      </div>
    </Dialog>
  );
}
