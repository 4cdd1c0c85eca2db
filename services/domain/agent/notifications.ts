import { z } from 'zod';
import { type EventsOf, instant } from '../event-schema.ts';

/** The groups of messages about money that an agent can switch off (N2). Problems with a payout belong to none. */
const NOTICE_GROUPS = ['rewards', 'payouts', 'digest'] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];
export type NoticeGroups = Readonly<Record<NoticeGroup, boolean>>;

export const ALL_GROUPS: NoticeGroups = { rewards: true, payouts: true, digest: true };

/** How an agent receives notices that are not about security. Both channels: nothing was chosen yet. */
export interface Notifications {
  readonly byEmail: boolean;
  readonly bySms: boolean;
  readonly groups: NoticeGroups;
}

/** The choices after a change; groups that the change does not name stay as they were. */
export const withNotifications = (
  { groups }: Notifications,
  change: Pick<Notifications, 'byEmail' | 'bySms'> & { readonly groups?: Partial<NoticeGroups> | undefined },
): Notifications => ({
  byEmail: change.byEmail,
  bySms: change.bySms,
  groups: { ...groups, ...change.groups },
});

export const isSameNotifications = (one: Notifications, other: Notifications): boolean =>
  one.byEmail === other.byEmail &&
  one.bySms === other.bySms &&
  NOTICE_GROUPS.every((group) => one.groups[group] === other.groups[group]);

/** The channel of notices that are not about security: the chosen one, otherwise that of one-time codes (N2). */
export function noticeChannel({
  notifications: { byEmail, bySms },
  details,
}: {
  readonly notifications: Notifications;
  readonly details: { readonly communicationMethod: 'E' | 'C' } | null;
}): 'E' | 'C' {
  if (byEmail && bySms) return details?.communicationMethod ?? 'C';
  return byEmail ? 'E' : 'C';
}

/** Devices on which an agent can receive notifications at the same time; one more replaces the oldest. */
export const MAX_PUSH_DEVICES = 5;

/** A browser's push subscription (RFC 8030, RFC 8291). `p256dh` and `auth`: its keys, base64url. */
const subscription = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });
export type PushSubscription = Readonly<z.output<typeof subscription>>;

export const pushEvents = {
  /** The agent switched on notifications in a browser. `device`: browser and system, `Chrome on Android`. */
  PushSubscribed: z.object({
    pushId: z.uuid(),
    subscribedAt: instant,
    personal: subscription.extend({ device: z.string() }).nullable(),
  }),
  /** `gone`: the push service no longer knows the subscription. `replaced`: the agent added a further device. */
  PushUnsubscribed: z.object({
    pushId: z.uuid(),
    why: z.enum(['agent', 'gone', 'replaced']),
    unsubscribedAt: instant,
  }),
} as const;

export type PushEvent = EventsOf<typeof pushEvents>;

/** A device with notifications. The texts are empty where personal data was not loaded. */
export interface PushDevice extends PushSubscription {
  readonly pushId: string;
  readonly device: string;
  readonly subscribedAt: string;
}

export type PushCommand =
  | ({
      readonly type: 'SubscribePush';
      readonly pushId: string;
      readonly device: string;
    } & PushSubscription)
  | { readonly type: 'UnsubscribePush'; readonly pushId: string; readonly why: 'agent' | 'gone' };

/** Repeating a command changes nothing (N4). */
export function decidePush(command: PushCommand, devices: readonly PushDevice[], at: string): readonly PushEvent[] {
  const { pushId } = command;
  if (command.type === 'UnsubscribePush')
    return devices.some((one) => one.pushId === pushId)
      ? [{ type: 'PushUnsubscribed', data: { pushId, why: command.why, unsubscribedAt: at } }]
      : [];
  const { endpoint, p256dh, auth, device } = command;
  if (devices.some((one) => one.endpoint === endpoint && one.auth === auth && one.p256dh === p256dh)) return [];
  const replaced = devices.filter(
    (one, index) => one.endpoint === endpoint || index <= devices.length - MAX_PUSH_DEVICES,
  );
  return [
    ...replaced.map(
      (one) =>
        ({ type: 'PushUnsubscribed', data: { pushId: one.pushId, why: 'replaced', unsubscribedAt: at } }) as const,
    ),
    { type: 'PushSubscribed', data: { pushId, subscribedAt: at, personal: { endpoint, p256dh, auth, device } } },
  ];
}

/** Returns the devices, oldest first. */
export function evolvePush(devices: readonly PushDevice[], event: PushEvent): readonly PushDevice[] {
  if (event.type === 'PushUnsubscribed') return devices.filter(({ pushId }) => pushId !== event.data.pushId);
  const { pushId, subscribedAt, personal } = event.data;
  const { endpoint = '', p256dh = '', auth = '', device = '' } = personal ?? {};
  return [...devices, { pushId, subscribedAt, endpoint, p256dh, auth, device }];
}
