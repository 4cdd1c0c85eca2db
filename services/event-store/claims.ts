import type { CommandContext, DomainEvent } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { KeyRing } from '@fynbos/platform/keys.ts';
import type { EventLog } from './event-log.ts';
import { revisionBump } from './revision-bump.ts';

export type ClaimEvent =
  | DomainEvent<'Claimed', { readonly owner: string }>
  | DomainEvent<'Released', { readonly owner: string }>
  /** The owner was erased on that day (ISO). The value stays reserved for ever. */
  | DomainEvent<'Retired', { readonly owner: string; readonly on: string }>;

/** How long the command of a claim may take until another owner may take the claim over; by the store's clock. */
export const GRACE_MS = 30_000;
const ROUNDS = 5;
/** How long a claim waits for the command of a recent claim by another owner, before it fails as contended. */
const PATIENCE_MS = 2_000;
const POLL_MS = 100;

/** The stream that records the owner of a value of a kind (`email`). Its name is a keyed hash. Normalise the value first. */
export const claimStreamId = (keys: Pick<KeyRing, 'keyedHash'>, kind: string, text: string): string =>
  `claim-${kind}-${keys.keyedHash(`claim ${kind}`, text)}`;

/** The owner in the events of a claim stream, or null. */
export function ownerIn(events: readonly Pick<DomainEvent, 'type' | 'data'>[]): string | null {
  const last = events.at(-1) as ClaimEvent | undefined;
  return last === undefined || last.type === 'Released' ? null : last.data.owner;
}

/** The day on which the owner of a claim stream was erased; null where it was not. */
export function retiredOn(events: readonly Pick<DomainEvent, 'type' | 'data'>[]): string | null {
  const last = events.at(-1) as ClaimEvent | undefined;
  return last?.type === 'Retired' ? last.data.on : null;
}

/** The owner of a value, or null. */
export async function ownerOf(log: EventLog, kind: string, text: string): Promise<string | null> {
  return ownerIn((await log.readStream(claimStreamId(log.keys, kind, text))).events);
}

/** The events that give a value to an owner, taking it from its holder. */
export const claimEvents = (holder: string | null, owner: string): readonly ClaimEvent[] => {
  const claimed: ClaimEvent = { type: 'Claimed', data: { owner } };
  return holder === null || holder === owner ? [claimed] : [{ type: 'Released', data: { owner: holder } }, claimed];
};

export interface ClaimRequest {
  readonly kind: string;
  readonly text: string;
  /** Stream id of the new owner. */
  readonly owner: string;
  /** Whether that owner's command was stored: its stream exists and still uses the value. */
  readonly ownerLanded: (owner: string) => Promise<boolean>;
  readonly context: CommandContext;
}

/** The value is neither surely owned nor free; that is decided within `GRACE_MS`. */
const contended = () =>
  new DomainError('conflict', 'claim.contended', 'Someone else changed this at the same time. Please try again.');

/**
 * Claims a unique value for an owner, between the load of the owner's stream and the append (`claims` of handle.ts). True where
 * the owner has it now, false where it belongs to another owner whose command was stored. A claim older than `GRACE_MS` whose
 * command was never stored is taken over, and that command then meets a conflict (docs/decisions/0025); a younger one is
 * waited for, up to `patienceMs`. Throws a `DomainError` of kind `conflict` where it is still undecided, and
 * `StoreUnavailable`.
 */
export async function claim(
  log: EventLog,
  { kind, text, owner, ownerLanded, context }: ClaimRequest,
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  const streamId = claimStreamId(log.keys, kind, text);
  const end = performance.now() + patienceMs;
  for (let round = 0; round < ROUNDS; ) {
    const stream = await log.readStream(streamId);
    const holder = ownerIn(stream.events);
    // Otherwise it is claimed again: another process that read the older claim then cannot take it over.
    if (holder === owner && (await ownerLanded(owner))) return true;
    if (holder !== null && holder !== owner) {
      // Read before `ownerLanded`: the bump then conflicts with a command that is stored in between.
      const seen = await log.readStream(holder);
      const isOld = await isPastGrace(log, streamId);
      if (await ownerLanded(holder)) return false;
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

type Holding = Omit<ClaimRequest, 'ownerLanded'>;

async function endWith(log: EventLog, { kind, text, owner, context }: Holding, event: ClaimEvent): Promise<void> {
  const streamId = claimStreamId(log.keys, kind, text);
  for (let round = 0; round < ROUNDS; round++) {
    const stream = await log.readStream(streamId);
    if (ownerIn(stream.events) !== owner || retiredOn(stream.events) !== null) return;
    const [outcome] = await log.append([{ stream, events: [event], context }]);
    if (outcome?.ok) return;
  }
  throw contended();
}

/** Releases a value. Does nothing where it is not the owner's. */
export const release = (log: EventLog, holding: Holding): Promise<void> =>
  endWith(log, holding, { type: 'Released', data: { owner: holding.owner } });

/** Reserves a value for ever, when its owner is erased on a day (ISO). Does nothing where it is not the owner's or already retired. */
export const retire = (log: EventLog, holding: Holding, on: string): Promise<void> =>
  endWith(log, holding, { type: 'Retired', data: { owner: holding.owner, on } });

/** By the store's clock: a process whose own clock is minutes off would take over recent claims. */
async function isPastGrace({ store }: EventLog, streamId: string): Promise<boolean> {
  return ((await store.agesOf([streamId])).get(streamId) ?? 0) >= GRACE_MS;
}
