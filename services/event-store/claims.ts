import type { CommandContext, DomainEvent } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { KeyRing } from '@fynbos/platform/keys.ts';
import type { EventLog } from './event-log.ts';
import { fence } from './revision-bump.ts';

export type ClaimEvent =
  | DomainEvent<'Claimed', { readonly owner: string }>
  | DomainEvent<'Released', { readonly owner: string }>
  /** The owner is no more after that day (ISO); nobody gets the text again. */
  | DomainEvent<'Retired', { readonly owner: string; readonly on: string }>;

/** How long the command of a claim may take to land before the next who wants it asks; by the store's clock. */
export const GRACE_MS = 30_000;
const ROUNDS = 5;
/** How long who wants a text waits for the command of who has just claimed it, before they are sent away to come again. */
const PATIENCE_MS = 2_000;
const LOOK_MS = 100;

/** The stream that holds who owns a text of a kind (`email`); its name tells nothing of the text. Bring the text to its compared form first. */
export const claimStreamId = (keys: Pick<KeyRing, 'keyedHash'>, kind: string, text: string): string =>
  `claim-${kind}-${keys.keyedHash(`claim ${kind}`, text)}`;

/** The owner that a claim stream's events name, or null. */
export function ownerIn(events: readonly Pick<DomainEvent, 'type' | 'data'>[]): string | null {
  const last = events.at(-1) as ClaimEvent | undefined;
  return last === undefined || last.type === 'Released' ? null : last.data.owner;
}

/** The last day on which a claim stream's owner had the text, where they are no more; null otherwise. */
export function retiredOn(events: readonly Pick<DomainEvent, 'type' | 'data'>[]): string | null {
  const last = events.at(-1) as ClaimEvent | undefined;
  return last?.type === 'Retired' ? last.data.on : null;
}

/** Who has the text, or null. */
export async function ownerOf(log: EventLog, kind: string, text: string): Promise<string | null> {
  return ownerIn((await log.readStream(claimStreamId(log.keys, kind, text))).events);
}

/** The events that make a text an owner's, whoever had it. */
export const claimEvents = (holder: string | null, owner: string): readonly ClaimEvent[] => {
  const claimed: ClaimEvent = { type: 'Claimed', data: { owner } };
  return holder === null || holder === owner ? [claimed] : [{ type: 'Released', data: { owner: holder } }, claimed];
};

export interface ClaimRequest {
  readonly kind: string;
  readonly text: string;
  /** Stream id of who wants it. */
  readonly owner: string;
  /** Whether that owner's command ever landed: its stream exists and still wants the text. */
  readonly ownerLanded: (owner: string) => Promise<boolean>;
  readonly context: CommandContext;
}

/** Nobody has it for sure, and it is not to be had now: in half a minute it is decided. */
const contended = () =>
  new DomainError('conflict', 'claim.contended', 'Someone else changed this at the same time. Please try again.');

/**
 * Claims a text for an owner, between the load of the owner's stream and the append (`claims` of handle.ts). Gives true where it is the owner's now, also when it was already, and false where it is another's,
 * whose command has landed. A claim older than 30 seconds whose command never landed is released and taken, and that command
 * can land no more (docs/decisions/0025); a younger one is waited for, up to `patienceMs`. Throws a `DomainError` of kind
 * `conflict` where it is undecided after that, and under endless contention, and `StoreUnavailable`.
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
    // Claimed anew where its command has not landed: who has looked at the claim before takes nothing over then.
    if (holder === owner && (await ownerLanded(owner))) return true;
    if (holder !== null && holder !== owner) {
      // Where the owner stood before it is judged: a command that lands after that is noticed by the fence.
      const seen = await log.readStream(holder);
      const isOld = await isPastGrace(log, streamId);
      if (await ownerLanded(holder)) return false;
      if (!isOld) {
        if (performance.now() >= end) throw contended();
        await log.store.waitForAppend(LOOK_MS);
        continue;
      }
      round++;
      const [fenced] = await log.append([{ stream: seen, events: [fence], context }]);
      if (!fenced?.ok) continue;
    } else round++;
    const [outcome] = await log.append([{ stream, events: claimEvents(holder, owner), context }]);
    if (outcome?.ok) return true;
  }
  throw contended();
}

type Giving = Omit<ClaimRequest, 'ownerLanded'>;

async function endWith(log: EventLog, { kind, text, owner, context }: Giving, event: ClaimEvent): Promise<void> {
  const streamId = claimStreamId(log.keys, kind, text);
  for (let round = 0; round < ROUNDS; round++) {
    const stream = await log.readStream(streamId);
    if (ownerIn(stream.events) !== owner || retiredOn(stream.events) !== null) return;
    const [outcome] = await log.append([{ stream, events: [event], context }]);
    if (outcome?.ok) return;
  }
  throw contended();
}

/** Gives a text back; nothing happens where it is not the owner's. */
export const release = (log: EventLog, giving: Giving): Promise<void> =>
  endWith(log, giving, { type: 'Released', data: { owner: giving.owner } });

/** The owner is no more after a day (ISO): the text stays theirs, so that nobody else gets it. Once; nothing happens where it is not theirs. */
export const retire = (log: EventLog, giving: Giving, on: string): Promise<void> =>
  endWith(log, giving, { type: 'Retired', data: { owner: giving.owner, on } });

/** By the store's clock: that of a process may be minutes off, and would take over what another is just claiming. */
async function isPastGrace({ store }: EventLog, streamId: string): Promise<boolean> {
  return ((await store.agesOf([streamId])).get(streamId) ?? 0) >= GRACE_MS;
}
