import { TRACKING_CLAIM } from '@fynbos/application/rentals/references.ts';
import { EMAIL_CLAIM, ID_NUMBER_CLAIM } from '@fynbos/domain/agent/claims.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { comparableIdNumber } from '@fynbos/domain/identity/id-number.ts';
import { claimEvents, claimStreamId, GRACE_MS, ownerIn } from '@fynbos/event-store/claims.ts';
import type { EventLog, LoadedStream } from '@fynbos/event-store/event-log.ts';
import { revisionBump } from '@fynbos/event-store/revision-bump.ts';
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

/**
 * Returns the claims that were taken long ago, by the store's clock, for agents that were never created (see
 * claims.ts).
 */
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

/** A claim that a line needs for its agent. */
export interface WantedClaim {
  /** Index of the line. */
  readonly index: number;
  readonly stream: LoadedStream;
  readonly owner: string;
}

/**
 * Claims values for the agents of the lines, each stream at its loaded revision. Returns the lines that lost a claim to
 * another caller. If an agent that was never created owns a claim, its stream is bumped first (see claims.ts).
 * `owners`: streams of the previous owners.
 */
export async function claimAll(
  log: EventLog,
  wanted: readonly WantedClaim[],
  owners: ReadonlyMap<string, LoadedStream>,
  context: CommandContext,
): Promise<ReadonlySet<number>> {
  const holderOf = ({ stream, owner }: WantedClaim): LoadedStream | undefined => {
    const holder = ownerIn(stream.events);
    return holder === null || holder === owner ? undefined : owners.get(holder);
  };
  const holders = [...new Set(wanted.map(holderOf).filter((holder) => holder !== undefined))];
  const bumped = await log.append(holders.map((stream) => ({ stream, events: [revisionBump], context })));
  const quicker = new Set(holders.filter((_, n) => !bumped[n]?.ok));
  const lost = new Set<number>();
  const free = wanted.filter((one) => {
    const holder = holderOf(one);
    if (holder && quicker.has(holder)) lost.add(one.index);
    return !lost.has(one.index);
  });
  const outcomes = await log.append(
    free.map(({ stream, owner }) => ({ stream, events: claimEvents(ownerIn(stream.events), owner), context })),
  );
  free.forEach(({ index }, n) => {
    if (!outcomes[n]?.ok) lost.add(index);
  });
  return lost;
}
