export type { Delivery, Webhook } from '@fynbos/api/integrators/answers.ts';
/** Message kinds that an integrator can receive about its reservations. */
export const KINDS = [
  { id: 'reward.decided', name: 'A reward was decided' },
  { id: 'reward.paid', name: 'A reward was paid' },
  { id: 'reward.reversed', name: 'A reward was reversed' },
] as const;

/** Returns the label of a message kind. */
export const wordsOfKind = (kind: string): string => KINDS.find(({ id }) => id === kind)?.name ?? kind;
