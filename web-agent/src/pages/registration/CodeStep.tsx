import { startTransition, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { call, SHOWS_ERRORS } from '../../api/client.ts';
import type { OtpContact } from '../../api/types.ts';
import { Button } from '../../components/Button.tsx';
import { Link } from '../../components/Link.tsx';
import { T, t } from '../../i18n/t.tsx';
import { LazyOtpDialog } from '../../one-time-password/lazy-dialog.ts';
import { sentTo } from '../../one-time-password/sent-to.ts';
import { parsed, tab } from '../../state/storage.ts';

interface Props {
  readonly registration: PendingRegistration;
  readonly onStartOver: () => void;
}

const HEADING = 'code-step';

/**
 * Replaces the form, because changes would not reach the server any more. Asks for the code at once after the form was
 * sent, and on request when the person comes back.
 */
export function CodeStep({ registration, onStartOver }: Props) {
  const { contact, isNew } = registration;
  const [isAsking, setAsking] = useState(isNew);
  const navigate = useNavigate();
  const personalLink = useSearchParams()[0].get('from');
  return (
    <section className="note" aria-labelledby={HEADING}>
      <h2 id={HEADING} tabIndex={-1}>
        {t('One step left: enter your code')}
      </h2>
      <p>{`${sentTo(contact)} ${t('If it has expired, ask for a new one.')}`}</p>
      <p>{t('We have your details. You can change them on your profile once you have entered the code.')}</p>
      <p>
        <T
          text="Is the address or the number wrong? %{link} so that we can correct it."
          link={<Link to="/contact-us">{t('Contact us')}</Link>}
        />
      </p>
      <p className="row">
        <Button label={t('Enter the code')} onPress={() => setAsking(true)} />
        <Button
          label={t('Register someone else')}
          variant="link"
          onPress={() => {
            dropPending();
            const search = personalLink ? `?${new URLSearchParams({ from: personalLink })}` : '';
            // In one transition, as the router's own update: the new form must not see the invitation in the address.
            startTransition(() => {
              navigate({ pathname: '/registration', search }, { replace: true });
              onStartOver();
            });
          }}
        />
      </p>
      {isAsking && (
        <LazyOtpDialog
          contact={contact}
          onClose={() => {
            setAsking(false);
            // The submit button that opened the dialog is gone.
            setTimeout(() => document.getElementById(HEADING)?.focus());
          }}
          onVerify={async (payload) => {
            await call('POST', 'travel-agency/verify-otp', { body: payload, ...SHOWS_ERRORS });
            dropPending();
            navigate('/', { state: { registered: contact.emailAddress } });
          }}
        />
      )}
    </section>
  );
}

const PENDING_REGISTRATION_KEY = 'fynbos.registered';

/** A registration that was sent and still needs its one-time password. */
export interface PendingRegistration {
  readonly contact: OtpContact;
  /** Sent just now, and not before a reload or another page. */
  readonly isNew: boolean;
}

/** Remembers it in this tab, so that the code can be entered after a reload or a cancelled dialog. */
export function keepPending({ emailAddress, cellNumber, communicationMethod }: OtpContact): PendingRegistration {
  const contact = { emailAddress, cellNumber, communicationMethod };
  tab.write(PENDING_REGISTRATION_KEY, JSON.stringify(contact));
  return { contact, isNew: true };
}

/** Returns the registration that this tab remembers; null without one. */
export function storedPending(): PendingRegistration | null {
  const contact = parsed<OtpContact>(tab.read(PENDING_REGISTRATION_KEY));
  return contact && { contact, isNew: false };
}

export const dropPending = (): void => tab.remove(PENDING_REGISTRATION_KEY);
