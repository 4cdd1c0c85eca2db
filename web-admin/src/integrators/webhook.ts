/** Message kinds that an integrator can receive about its reservations. */
export const KINDS = [
  { id: 'reward.decided', name: 'A reward was decided' },
  { id: 'reward.paid', name: 'A reward was paid' },
  { id: 'reward.reversed', name: 'A reward was taken back' },
] as const;

/** Returns the label of a message kind. */
export const wordsOfKind = (kind: string): string => KINDS.find(({ id }) => id === kind)?.name ?? kind;

export interface Webhook {
  readonly webhookId: string;
  readonly url: string;
  readonly kinds: readonly string[];
  readonly isEnabled: boolean;
  readonly takenAt?: string | null;
  readonly failingSince?: string | null;
}

export interface Delivery {
  readonly deliveryId: string;
  readonly kind: string;
  readonly reservationNo: string;
  readonly state: 'waiting' | 'taken' | 'given-up' | 'dropped';
  readonly body: string;
  readonly createdAt: string;
  /** Next attempt; null unless the delivery waits for one. */
  readonly dueAt: string | null;
  readonly answers: readonly {
    readonly at: string;
    readonly status: number | null;
    readonly error: string | null;
    readonly ms: number;
  }[];
}
