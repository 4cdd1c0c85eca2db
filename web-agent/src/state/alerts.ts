import { createStore, type Store } from './store.ts';

type AlertType = 'danger' | 'success' | 'warning';

export interface Alert {
  readonly id: number;
  readonly type: AlertType;
  readonly message: string;
}

let lastId = 0;
const alerts = createStore<readonly Alert[]>([]);

export const alertStore: Store<readonly Alert[]> = alerts;

/** Shows a message in the banner. It replaces the same message and earlier successes. */
export function showAlert(type: AlertType, message: string): void {
  const others = alerts.read().filter((alert) => alert.message !== message && alert.type !== 'success');
  alerts.set([...others.slice(-2), { id: ++lastId, type, message }]);
}

export const dismissAlert = (id: number): void => alerts.set(alerts.read().filter((alert) => alert.id !== id));
