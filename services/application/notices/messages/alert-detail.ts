/** What a mail about a view says: the number of new entries by type of event. It names no record and no person. */
export interface AlertDetail {
  readonly viewId: string;
  readonly ownerId: number;
  readonly counts: Readonly<Record<string, number>>;
  /** Recording time of the oldest new entry, ISO 8601 UTC. */
  readonly from: string;
}
