import type { CommunicationMethod } from '../../api/types.ts';
import { Button } from '../../components/Button.tsx';
import { t } from '../../i18n/t.tsx';
import { sentTo } from '../../one-time-password/sent-to.ts';
import { parsed, tab } from '../../state/storage.ts';

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
        <Button label={t('Enter the code')} onPress={onEnter} />
        <Button label={t('Register someone else')} look="link" onPress={onStartOver} />
      </p>
    </section>
  );
}

const KEY = 'fynbos.registered';

/** A registration that was sent and still needs its one-time password. */
export interface Awaited {
  readonly emailAddress: string;
  readonly cellNumber: string;
  readonly communicationMethod: CommunicationMethod;
}

/** Remembers it in this tab, so that the code can be entered after a reload or a cancelled dialog. */
export function keepAwaited({ emailAddress, cellNumber, communicationMethod }: Awaited): Awaited {
  const awaited = { emailAddress, cellNumber, communicationMethod };
  tab.write(KEY, JSON.stringify(awaited));
  return awaited;
}

export const awaitedCode = (): Awaited | null => parsed(tab.read(KEY));

export const dropAwaited = (): void => tab.remove(KEY);
