import { useEffect, useRef } from 'react';
import { Icon } from '../components/Icon.tsx';
import { useTimedText } from '../components/use-timed-text.ts';
import { t } from '../i18n/t.tsx';
import { TIMES } from '../messages/first-messages.ts';
import { type Alert, alertStore, dismissAlert } from '../state/alerts.ts';
import { useStore } from '../state/store.ts';

const none: readonly never[] = [];

/** A popover is also above dialogs. Mounted while empty, so that new alerts are announced. */
export function AlertBanner() {
  const alerts = useStore(alertStore, none);
  const box = useRef<HTMLDivElement>(null);
  const newest = alerts.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new alert lifts the banner above what opened since
  useEffect(() => {
    if (box.current?.matches(':popover-open')) box.current.hidePopover();
    box.current?.showPopover?.();
  }, [newest]);
  return (
    <div className="alerts" popover="manual" aria-live="polite" ref={box}>
      {alerts.map((alert) => (
        <AlertItem key={alert.id} alert={alert} />
      ))}
    </div>
  );
}

function AlertItem({ alert }: { readonly alert: Alert }) {
  const dismiss = () => dismissAlert(alert.id);
  const hold = useTimedText(alert.message, TIMES.alert, dismiss);
  return (
    <div className={`note note-${alert.type} alert`} role={alert.type === 'danger' ? 'alert' : undefined} {...hold}>
      <Icon name={alert.type === 'success' ? 'check' : 'alert'} />
      <p>{alert.message}</p>
      <button type="button" aria-label={t('Dismiss this message')} onClick={dismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}
