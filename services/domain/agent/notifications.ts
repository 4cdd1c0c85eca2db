/** The groups of messages about money that an agent can switch off (N2). Problems with a payout belong to none. */
export const NOTICE_GROUPS = ['rewards', 'payouts', 'digest'] as const;
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
