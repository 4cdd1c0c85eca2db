import { useEffect, useState } from 'react';
import { Icon } from '../components/Icon.tsx';
import { t } from '../i18n/t.tsx';
import { TIMES } from '../text/first-messages.ts';
import { type Alert, type AlertType, dismissAlert } from './alerts.ts';

const ICONS: Record<AlertType, 'check' | 'alert' | 'clock'> = {
  success: 'check',
  danger: 'alert',
  warning: 'alert',
  info: 'clock',
  dark: 'clock',
};

/** One alert; clears after five seconds unless it has the pointer or the focus. */
export function AlertItem({ alert }: { readonly alert: Alert }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissAlert(alert.id), TIMES.alert);
    return () => clearTimeout(timer);
  }, [held, alert.id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer and focus only hold the clock, there is nothing to press
    <div
      className={`alert alert-${alert.type}`}
      role={alert.type === 'danger' ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={ICONS[alert.type]} />
      <p>
        {alert.title && <strong>{alert.title}: </strong>}
        {alert.message}
      </p>
      <button type="button" aria-label={t('Dismiss this message')} onClick={() => dismissAlert(alert.id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}
