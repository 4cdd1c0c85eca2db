import { t } from '../../i18n/t.tsx';
import { sentTo } from '../../otp/sent-to.ts';
import type { Awaited } from './awaited-code.ts';

interface Props {
  readonly awaited: Awaited;
  readonly onEnter: () => void;
  readonly onStartOver: () => void;
}

/** One step is left: the code. Shown after the code dialog was cancelled, or when the person comes back. */
export function CodeAwaited({ awaited, onEnter, onStartOver }: Props) {
  const { communicationMethod, cellNumber, emailAddress } = awaited;
  return (
    <section className="note" aria-labelledby="awaited">
      <h2 id="awaited">{t('One step left: enter your code')}</h2>
      <p>{`${sentTo(communicationMethod, cellNumber, emailAddress)} ${t('If it has expired, ask for a new one.')}`}</p>
      <p className="row">
        <button type="button" className="button" onClick={onEnter}>
          {t('Enter the code')}
        </button>
        <button type="button" className="link" onClick={onStartOver}>
          {t('Register someone else')}
        </button>
      </p>
    </section>
  );
}
