import { EMAIL_CLAIM, ID_NUMBER_CLAIM } from '@fynbos/domain/agent/claims.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { comparableIdNumber } from '@fynbos/domain/identity/id-number.ts';
import { type ClaimEvent, claimStreamId, ownerIn } from '@fynbos/event-store/claims.ts';
import type { Change, EventLog, LoadedStream } from '@fynbos/event-store/event-log.ts';
import { TRACKING_CLAIM } from '@fynbos/reactors/rewards/references.ts';
import type { AgentLine } from './import-agent-line.ts';

/** How long a claim of somebody whose registration never landed is left alone; as in claims.ts. */
const GRACE_MS = 30_000;

export const CLAIMED_FIELDS = ['loyaltyTrackingNo', 'emailAddress', 'idNumber'] as const;
export type ClaimedField = (typeof CLAIMED_FIELDS)[number];

/** The claim streams of a line, by field. */
export const claimStreamsOf = (
  { keys }: EventLog,
  { loyaltyTrackingNo, details }: AgentLine,
): Record<ClaimedField, string> => ({
  loyaltyTrackingNo: claimStreamId(keys, TRACKING_CLAIM, loyaltyTrackingNo),
  emailAddress: claimStreamId(keys, EMAIL_CLAIM, comparableEmail(details.emailAddress)),
  idNumber: claimStreamId(keys, ID_NUMBER_CLAIM, comparableIdNumber(details.idNumber)),
});

/** Who holds a claim that was loaded; null where it is free, or was taken long ago for what never came to be. */
export function holderOf(
  stream: LoadedStream | undefined,
  landed: (owner: string) => boolean,
  now: Date,
): string | null {
  const owner = ownerIn(stream?.events ?? []);
  if (owner === null || landed(owner)) return owner;
  const claimedAt = Date.parse(stream?.events.at(-1)?.metadata.recordedAt ?? '');
  return now.getTime() - claimedAt < GRACE_MS ? owner : null;
}

/** The change that makes a claim the owner's, or null where it is already. */
export function claiming(stream: LoadedStream, owner: string, context: CommandContext): Change | null {
  const holder = ownerIn(stream.events);
  if (holder === owner) return null;
  const events: ClaimEvent[] = [{ type: 'Claimed', data: { owner } }];
  if (holder !== null) events.unshift({ type: 'Released', data: { owner: holder } });
  return { stream, events, context };
}
