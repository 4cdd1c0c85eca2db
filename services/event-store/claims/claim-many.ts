import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { EventLog, LoadedStream } from '../event-log.ts';
import { revisionBump } from '../revision-bump.ts';
import { claimEvents, GRACE_MS, ownerIn } from './claims.ts';

/** Taken long ago, by the store's clock, for owners without a stored command (claims.ts). */
export async function findAbandonedClaims(
  { store }: Pick<EventLog, 'store'>,
  claims: Iterable<LoadedStream>,
  isOwnerRecorded: (owner: string) => boolean,
): Promise<ReadonlySet<string>> {
  const waiting = [...claims].filter(({ events }) => {
    const owner = ownerIn(events);
    return owner !== null && !isOwnerRecorded(owner);
  });
  if (waiting.length === 0) return new Set();
  const ages = await store.agesOf(waiting.map(({ streamId }) => streamId));
  return new Set([...ages].filter(([, age]) => age >= GRACE_MS).map(([streamId]) => streamId));
}

/** A claim that one of many commands needs for its owner. */
interface OwnerClaim {
  /** Index of the command. */
  readonly index: number;
  readonly stream: LoadedStream;
  readonly owner: string;
}

/**
 * Appends in two round trips, each stream at its loaded revision. Returns the indexes of the commands that lost a
 * claim. The stream of an owner that never stored its command is bumped first (claims.ts). `owners`: previous owners'
 * streams.
 */
export async function claimAll(
  log: EventLog,
  requests: readonly OwnerClaim[],
  owners: ReadonlyMap<string, LoadedStream>,
  context: CommandContext,
): Promise<ReadonlySet<number>> {
  const holderOf = ({ stream, owner }: OwnerClaim): LoadedStream | undefined => {
    const holder = ownerIn(stream.events);
    return holder === null || holder === owner ? undefined : owners.get(holder);
  };
  const holders = [...new Set(requests.map(holderOf).filter((holder) => holder !== undefined))];
  const bumped = await log.append(holders.map((stream) => ({ stream, events: [revisionBump], context })));
  const ownersWithCommand = new Set(holders.filter((_, n) => !bumped[n]?.ok));
  const lost = new Set<number>();
  const free = requests.filter((one) => {
    const holder = holderOf(one);
    if (holder && ownersWithCommand.has(holder)) lost.add(one.index);
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
