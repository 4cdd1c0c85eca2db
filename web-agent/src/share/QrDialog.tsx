import { encode } from 'uqr';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { t } from '../i18n/t.tsx';
import './qr.css';

interface Props {
  readonly title: string;
  /** The text that a phone reads from the picture. */
  readonly text: string;
  readonly onClose: () => void;
}

/** A text as a QR code, to be scanned from this screen. */
export default function QrDialog({ title, text, onClose }: Props) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <Dialog title={title} onClose={onClose}>
      <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={text.replace('\n', ', ')}>
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p className="qr-text">{text}</p>
      <div className="actions">
        <Button label={t('Close')} onPress={onClose} hasFocus />
      </div>
    </Dialog>
  );
}
