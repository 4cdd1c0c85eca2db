import { EMAIL_CLAIM, ID_NUMBER_CLAIM } from '@fynbos/domain/agent/claims.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { comparableIdNumber } from '@fynbos/domain/identity/id-number.ts';
import { type ClaimEvent, claimStreamId, GRACE_MS, ownerIn } from '@fynbos/event-store/claims.ts';
import type { Change, EventLog, LoadedStream } from '@fynbos/event-store/event-log.ts';
import { TRACKING_CLAIM } from '@fynbos/reactors/rewards/references.ts';
import type { AgentLine } from './import-agent-line.ts';

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

/** The claims that were taken long ago for what never came to be, by the store's clock; as in claims.ts. */
export async function abandonedOf(
  { store }: Pick<EventLog, 'store'>,
  claims: Iterable<LoadedStream>,
  landed: (owner: string) => boolean,
): Promise<ReadonlySet<string>> {
  const waiting = [...claims].filter(({ events }) => {
    const owner = ownerIn(events);
    return owner !== null && !landed(owner);
  });
  if (waiting.length === 0) return new Set();
  const ages = await store.agesOf(waiting.map(({ streamId }) => streamId));
  return new Set([...ages].filter(([, age]) => age >= GRACE_MS).map(([streamId]) => streamId));
}

/** The change that makes a claim the owner's, or null where it is already. */
export function claiming(stream: LoadedStream, owner: string, context: CommandContext): Change | null {
  const holder = ownerIn(stream.events);
  if (holder === owner) return null;
  const events: ClaimEvent[] = [{ type: 'Claimed', data: { owner } }];
  if (holder !== null) events.unshift({ type: 'Released', data: { owner: holder } });
  return { stream, events, context };
}
