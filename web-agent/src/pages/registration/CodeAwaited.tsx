import type { CommunicationMethod } from '../../api/types.ts';
import { Button } from '../../components/Button.tsx';
import { Link } from '../../components/Link.tsx';
import { T, t } from '../../i18n/t.tsx';
import { sentTo } from '../../one-time-password/sent-to.ts';
import { parsed, tab } from '../../state/storage.ts';

interface Props {
  readonly awaited: PendingRegistration;
  readonly onEnter: () => void;
  readonly onStartOver: () => void;
}

/**
 * The last step of a registration: the code. Replaces the form, because changes of the form would not reach the server
 * any more. Shown after the code dialog was cancelled, or when the person comes back.
 */
export function CodeAwaited({ awaited, onEnter, onStartOver }: Props) {
  const { communicationMethod, cellNumber, emailAddress } = awaited;
  return (
    <section className="note" aria-labelledby={HEADING}>
      <h2 id={HEADING} tabIndex={-1}>
        {t('One step left: enter your code')}
      </h2>
      <p>{`${sentTo(communicationMethod, cellNumber, emailAddress)} ${t('If it has expired, ask for a new one.')}`}</p>
      <p>{t('We have your details. You can change them on your profile once you have entered the code.')}</p>
      <p>
        <T
          text="Is the address or the number wrong? %{link} so that we can correct it."
          link={<Link to="/contact-us">{t('Contact us')}</Link>}
        />
      </p>
      <p className="row">
        <Button label={t('Enter the code')} onPress={onEnter} />
        <Button label={t('Register someone else')} look="link" onPress={onStartOver} />
      </p>
    </section>
  );
}

const HEADING = 'awaited';

/** Focuses the heading when the code dialog closes. The submit button that first opened it is gone. */
export const focusCodeAwaited = (): void => void setTimeout(() => document.getElementById(HEADING)?.focus());

const KEY = 'fynbos.registered';

/** A registration that was sent and still needs its one-time password. */
export interface PendingRegistration {
  readonly emailAddress: string;
  readonly cellNumber: string;
  readonly communicationMethod: CommunicationMethod;
}

/** Remembers it in this tab, so that the code can be entered after a reload or a cancelled dialog. */
export function keepAwaited({
  emailAddress,
  cellNumber,
  communicationMethod,
}: PendingRegistration): PendingRegistration {
  const awaited = { emailAddress, cellNumber, communicationMethod };
  tab.write(KEY, JSON.stringify(awaited));
  return awaited;
}

export const awaitedCode = (): PendingRegistration | null => parsed(tab.read(KEY));

export const dropAwaited = (): void => tab.remove(KEY);
