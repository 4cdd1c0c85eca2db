import { useEffect, useRef } from 'react';
import { useStore } from '../session/store.ts';
import { AlertItem } from './AlertItem.tsx';
import { alertStore } from './alerts.ts';

const none: readonly never[] = [];

/**
 * The global banner. A popover is also above open dialogs. It stays mounted while empty, so that new alerts are
 * announced.
 */
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
