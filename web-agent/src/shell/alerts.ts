import { TIMES } from '../text/first-messages.ts';

export type AlertType = 'info' | 'danger' | 'success' | 'warning' | 'dark';

/** One message of the global banner (specification, section 3, Alert). */
export interface Alert {
  readonly id: number;
  readonly type: AlertType;
  readonly message: string;
  readonly title?: string;
}

let alerts: readonly Alert[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Alert[]): void {
  alerts = next;
  for (const listener of listeners) listener();
}

/** Shows a message in the banner; a message that is already shown is not repeated. */
export function showAlert(type: AlertType, message: string, title?: string): void {
  const others = alerts.filter((alert) => alert.message !== message);
  publish([...others.slice(-2), { id: ++lastId, type, message, title }]);
}

export const dismissAlert = (id: number): void => publish(alerts.filter((alert) => alert.id !== id));

export const alertStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly Alert[] => alerts,
};

/** Milliseconds after which the banner clears unless it has the focus or the pointer. */
export const ALERT_TIME = TIMES.alert;
