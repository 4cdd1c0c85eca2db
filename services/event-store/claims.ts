import type { CommandContext, DomainEvent } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { KeyRing } from '@fynbos/platform/keys.ts';
import type { EventLog, LoadedStream } from './event-log.ts';

export type ClaimEvent =
  | DomainEvent<'Claimed', { readonly owner: string }>
  | DomainEvent<'Released', { readonly owner: string }>;

/** How long the command of a claim may take to land before the next who wants it asks. */
const GRACE_MS = 30_000;
const ROUNDS = 5;

/** The stream that holds who owns a text of a kind (`email`); its name tells nothing of the text. Bring the text to its compared form first. */
export const claimStreamId = (keys: Pick<KeyRing, 'keyedHash'>, kind: string, text: string): string =>
  `claim-${kind}-${keys.keyedHash(`claim ${kind}`, text)}`;

/** The owner that a claim stream's events name, or null. */
export function ownerIn(events: readonly Pick<DomainEvent, 'type' | 'data'>[]): string | null {
  const last = events.at(-1) as ClaimEvent | undefined;
  return last?.type === 'Claimed' ? last.data.owner : null;
}

/** Who has the text, or null. */
export async function ownerOf(log: EventLog, kind: string, text: string): Promise<string | null> {
  return ownerIn((await log.readStream(claimStreamId(log.keys, kind, text))).events);
}

export interface ClaimRequest {
  readonly kind: string;
  readonly text: string;
  /** Stream id of who wants it. */
  readonly owner: string;
  /** Whether that owner's command ever landed: its stream exists and still wants the text. */
  readonly ownerLanded: (owner: string) => Promise<boolean>;
  readonly context: CommandContext;
}

/**
 * Claims a text for an owner, before the owner's own append (edges.md, Held together under faults). Gives true where it is
 * the owner's now, also when it was already, and false where it is another's. A claim older than 30 seconds whose command
 * never landed is released and taken. Throws a `DomainError` of kind `conflict` under endless contention, and `StoreUnavailable`.
 */
export async function claim(
  log: EventLog,
  { kind, text, owner, ownerLanded, context }: ClaimRequest,
): Promise<boolean> {
  const streamId = claimStreamId(log.keys, kind, text);
  for (let round = 0; round < ROUNDS; round++) {
    const stream = await log.readStream(streamId);
    const holder = ownerIn(stream.events);
    if (holder === owner) return true;
    if (holder !== null && !(await isAbandoned(stream, holder, ownerLanded, context.now))) return false;
    const events: ClaimEvent[] = [{ type: 'Claimed', data: { owner } }];
    if (holder !== null) events.unshift({ type: 'Released', data: { owner: holder } });
    const [outcome] = await log.append([{ stream, events, context }]);
    if (outcome?.ok) return true;
  }
  throw new DomainError('conflict', 'claim.contended', 'Someone else changed this at the same time. Please try again.');
}

/** Gives a text back; nothing happens where it is not the owner's. */
export async function release(
  log: EventLog,
  { kind, text, owner, context }: Omit<ClaimRequest, 'ownerLanded'>,
): Promise<void> {
  const streamId = claimStreamId(log.keys, kind, text);
  for (let round = 0; round < ROUNDS; round++) {
    const stream = await log.readStream(streamId);
    if (ownerIn(stream.events) !== owner) return;
    const [outcome] = await log.append([{ stream, events: [{ type: 'Released', data: { owner } }], context }]);
    if (outcome?.ok) return;
  }
  throw new DomainError('conflict', 'claim.contended', 'Someone else changed this at the same time. Please try again.');
}

async function isAbandoned(
  stream: LoadedStream,
  holder: string,
  ownerLanded: ClaimRequest['ownerLanded'],
  now: Date,
): Promise<boolean> {
  const claimedAt = Date.parse(stream.events.at(-1)?.metadata.recordedAt ?? '');
  return now.getTime() - claimedAt >= GRACE_MS && !(await ownerLanded(holder));
}
