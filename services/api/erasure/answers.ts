import { erasurePreview } from '@fynbos/application/erasure/erase-agent.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { z } from 'zod';
import { ownHistoryEntry } from './own-history.ts';

const yesNo = z.enum(['Y', 'N'], 'Y or N.');

export const ownHistoryAnswer = ownHistoryEntry;

const channel = z.enum(['E', 'C'], 'E or C.');

/** `GET /agent/choices`. The call that changes them takes some of these. */
export const choicesAnswer = z.object({
  marketing: z.boolean(),
  employerConsent: yesNo,
  popiConsent: yesNo,
  notices: channel,
  communicationMethod: channel,
});
export type Choices = z.output<typeof choicesAnswer>;

/** `GET /agent/message-choices`, and the body of the call that changes them. */
export const messageChoicesAnswer = z.object({
  /** Rewards earned, once a day. */
  rewards: z.boolean(),
  /** Payouts on their way and paid, and certificates. */
  payouts: z.boolean(),
  /** The digest of each month, by e-mail. */
  digest: z.boolean(),
});
export type MessageChoices = z.output<typeof messageChoicesAnswer>;

/** `GET /agent/push-devices`: the devices on which the agent receives notifications. */
export const pushDevicesAnswer = z.object({
  /** The key that a browser needs to subscribe, base64url. */
  publicKey: z.string(),
  devices: z.array(z.object({ id: z.uuid(), device: z.string(), endpoint: z.string(), since: instant })),
});

/** `GET /agent/deletion`: the pending request, and what would end with the account. */
export const deletionAnswer = z.object({
  pending: z.object({ reference: z.string(), requestedAt: instant }).nullable(),
  owedCents: z.int(),
  /** A payout in preparation must end before the account can be deleted. */
  payoutUnderWay: z.boolean(),
});
export type Deletion = z.output<typeof deletionAnswer>;

export const erasureAnswer = erasurePreview;
export type ErasurePreview = z.output<typeof erasureAnswer>;
