import { type ReactNode, useState } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';
import { PageIcon } from '../components/PageIcon.tsx';
import { t } from '../i18n/t.tsx';
import { lazyPart } from '../shell/lazy-page.tsx';

const QrDialog = lazyPart(() => import('./QrDialog.tsx'));

interface Props {
  /** What is copied and shown as a QR code. */
  readonly text: string;
  readonly copyLabel: string;
  readonly qrTitle: string;
  /** The message that is sent. */
  readonly message: string;
  readonly subject: string;
  /** Completes the labels for screen readers. */
  readonly about?: string;
  readonly children?: ReactNode;
}

/** Ways to pass a text on: copy it, send it by WhatsApp or email, or show its QR code. */
export function ShareActions({ text, copyLabel, qrTitle, message, subject, about = '', children }: Props) {
  const [qr, setQr] = useState(false);
  const body = encodeURIComponent(message);
  return (
    <div className="share-actions">
      <CopyButton text={text} label={copyLabel} what={about} />
      <a className="copy" href={`https://wa.me/?text=${body}`} target="_blank" rel="noreferrer">
        <PageIcon name="share" size={18} /> {t('WhatsApp')}
        <span className="sr-only">
          {about} {t('(opens in a new tab)')}
        </span>
      </a>
      <a className="copy" href={`mailto:?subject=${encodeURIComponent(subject)}&body=${body}`}>
        <PageIcon name="mail" size={18} /> {t('Email')} <span className="sr-only">{about}</span>
      </a>
      <button type="button" className="copy" onClick={() => setQr(true)}>
        <PageIcon name="qr" size={18} /> {t('QR code')} <span className="sr-only">{about}</span>
      </button>
      {children}
      {qr && <QrDialog title={qrTitle} text={text} onClose={() => setQr(false)} />}
    </div>
  );
}
