export type PushSupport = 'ready' | 'blocked' | 'missing';

/** Whether this browser can show notifications: `blocked` by its settings, `missing` where it lacks the function. */
export function pushSupport(): PushSupport {
  if (!('PushManager' in window) || !('Notification' in window) || !('serviceWorker' in navigator)) return 'missing';
  return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

const registered = async () => (await navigator.serviceWorker?.getRegistration())?.pushManager;

/** The subscription of this browser; null without one. */
export const ownSubscription = async (): Promise<PushSubscription | null> =>
  (await (await registered())?.getSubscription()) ?? null;

/** Ends the subscription of this browser. The push service then tells the portal that it is gone. */
export const endSubscription = async (): Promise<void> => void (await (await ownSubscription())?.unsubscribe());

/** The browser asks the person: null if not allowed. An earlier subscription, perhaps of another agent, ends. */
export async function subscribe(publicKey: string): Promise<PushSubscriptionJSON | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await endSubscription();
  const { pushManager } = await navigator.serviceWorker.ready;
  return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })).toJSON();
}
