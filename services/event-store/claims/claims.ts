import type { CommandContext, DomainEvent } from '@fynbos/domain/decider.ts';
import { Contended } from '@fynbos/domain/errors.ts';
import type { KeyRing } from '@fynbos/platform/crypto/keys.ts';
import type { EventLog } from '../event-log.ts';
import { revisionBump } from '../revision-bump.ts';

export type ClaimEvent =
  | DomainEvent<'Claimed', { readonly owner: string }>
  | DomainEvent<'Released', { readonly owner: string }>
  /** The owner was erased on this day (ISO). The value stays reserved permanently. */
  | DomainEvent<'Retired', { readonly owner: string; readonly on: string }>;

/** Milliseconds, by the store's clock, that the command of a claim has before another owner can take the claim over. */
export const GRACE_MS = 30_000;
const MAX_ROUNDS = 5;
/** Milliseconds that a claim waits for the command of a recent claim by another owner before it fails as contended. */
const MAX_WAIT_MS = 2_000;
const POLL_MS = 100;

/** Its name is a keyed hash of the value, which the caller normalises first. */
export const claimStreamId = (keys: Pick<KeyRing, 'keyedHash'>, kind: string, text: string): string =>
  `claim-${kind}-${keys.keyedHash(`claim ${kind}`, text)}`;

/** The owner according to the events of a claim stream, or null. */
export function ownerIn(events: readonly Pick<DomainEvent, 'type' | 'data'>[]): string | null {
  const last = events.at(-1) as ClaimEvent | undefined;
  return last === undefined || last.type === 'Released' ? null : last.data.owner;
}

/** Every owner in the events of a claim stream, past and present. */
export const claimantsIn = (events: readonly Pick<DomainEvent, 'type' | 'data'>[]): readonly string[] =>
  (events as readonly ClaimEvent[]).map(({ data }) => data.owner);

export function retiredOn(events: readonly Pick<DomainEvent, 'type' | 'data'>[]): string | null {
  const last = events.at(-1) as ClaimEvent | undefined;
  return last?.type === 'Retired' ? last.data.on : null;
}

export async function ownerOf(log: EventLog, kind: string, text: string): Promise<string | null> {
  return ownerIn((await log.readStream(claimStreamId(log.keys, kind, text))).events);
}

/** The events that transfer a value to an owner from its current holder. */
export const claimEvents = (holder: string | null, owner: string): readonly ClaimEvent[] => {
  const claimed: ClaimEvent = { type: 'Claimed', data: { owner } };
  return holder === null || holder === owner ? [claimed] : [{ type: 'Released', data: { owner: holder } }, claimed];
};

export interface ClaimRequest {
  readonly kind: string;
  readonly text: string;
  /** Stream id of the new owner. */
  readonly owner: string;
  /** Whether the owner's command was stored: its stream exists and still uses the value. */
  readonly isOwnerRecorded: (owner: string) => Promise<boolean>;
  readonly context: CommandContext;
}

/** The value is neither certainly owned nor free. This is resolved within `GRACE_MS`. */
const contended = () => new Contended('claim');

/**
 * Between loading the owner's stream and the append. True if the owner now has the value, false if another owner with a
 * stored command has it. A claim older than `GRACE_MS` without a stored command is taken over, and that command then
 * meets a conflict (docs/decisions/0025); a younger one is awaited for `maxWaitMs`, then `Contended` is thrown.
 */
export async function claim(
  log: EventLog,
  { kind, text, owner, isOwnerRecorded, context }: ClaimRequest,
  maxWaitMs = MAX_WAIT_MS,
): Promise<boolean> {
  const streamId = claimStreamId(log.keys, kind, text);
  const end = performance.now() + maxWaitMs;
  for (let round = 0; round < MAX_ROUNDS; ) {
    const stream = await log.readStream(streamId);
    const holder = ownerIn(stream.events);
    // Otherwise claim again, so that another process that read the older claim cannot take it over.
    if (holder === owner && (await isOwnerRecorded(owner))) return true;
    if (holder !== null && holder !== owner) {
      // Read before `isOwnerRecorded`, so that the revision bump conflicts with a command stored in between.
      const seen = await log.readStream(holder);
      const isOld = await isPastGrace(log, streamId);
      if (await isOwnerRecorded(holder)) return false;
      if (!isOld) {
        if (performance.now() >= end) throw contended();
        await log.store.waitForAppend(POLL_MS);
        continue;
      }
      round++;
      const [bumped] = await log.append([{ stream: seen, events: [revisionBump], context }]);
      if (!bumped?.ok) continue;
    } else round++;
    const [outcome] = await log.append([{ stream, events: claimEvents(holder, owner), context }]);
    if (outcome?.ok) return true;
  }
  throw contended();
}

type Holding = Omit<ClaimRequest, 'isOwnerRecorded'>;

async function endWith(log: EventLog, { kind, text, owner, context }: Holding, event: ClaimEvent): Promise<void> {
  const streamId = claimStreamId(log.keys, kind, text);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const stream = await log.readStream(streamId);
    if (ownerIn(stream.events) !== owner || retiredOn(stream.events) !== null) return;
    const [outcome] = await log.append([{ stream, events: [event], context }]);
    if (outcome?.ok) return;
  }
  throw contended();
}

/** Releases a value. Does nothing if the owner does not hold it. */
export const release = (log: EventLog, holding: Holding): Promise<void> =>
  endWith(log, holding, { type: 'Released', data: { owner: holding.owner } });

/** At the owner's erasure on a day (ISO). Does nothing if the owner does not hold it or it is already retired. */
export const retire = (log: EventLog, holding: Holding, on: string): Promise<void> =>
  endWith(log, holding, { type: 'Retired', data: { owner: holding.owner, on } });

/** Uses the store's clock: a process with a clock that is minutes off would take over recent claims. */
async function isPastGrace({ store }: EventLog, streamId: string): Promise<boolean> {
  return ((await store.agesOf([streamId])).get(streamId) ?? 0) >= GRACE_MS;
}
