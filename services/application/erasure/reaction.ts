import { agentDecider, agentIdOf, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { EMAIL_CLAIM, ID_NUMBER_CLAIM } from '@fynbos/domain/agent/details.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { approvalStreamOf } from '@fynbos/domain/approval/approval.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { type CommandContext, fold } from '@fynbos/domain/decider.ts';
import { enquiryDecider, enquiryStreamOf } from '@fynbos/domain/enquiry/enquiry.ts';
import { referralDecider, referralStreamOf } from '@fynbos/domain/referral/referral.ts';
import { retainedStreamOf, retentionDecider, taxPersonOf } from '@fynbos/domain/retention/retention.ts';
import { release, retire } from '@fynbos/event-store/claims/claims.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { approvals } from '@fynbos/projections/approvals/approvals.ts';
import { requestsAbout } from '@fynbos/projections/approvals/queries.ts';
import { blockedKeys } from '@fynbos/projections/engine/blocked-keys.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { streamKey } from '@fynbos/projections/engine/table.ts';
import { enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import type pg from 'pg';
import { causedBy } from '../caused-by.ts';
import { eraseFiles } from '../enquiries/files.ts';
import { eventsOf, handle } from '../handle.ts';
import { REFERRAL_CLAIM } from '../referrals/reaction.ts';
import { TRACKING_CLAIM } from '../rentals/references.ts';
import type { Essentials } from '../services.ts';
import { waitForReadModel } from '../wait-for-read-models.ts';
import { eraseDeletedRowTraces, eraseNotices, eraseSignIns, eraseViews, PERSONAL_READ_MODELS } from './erase-tables.ts';
import { recordErased } from './erasure-register.ts';
import { identifiersOf, type PersonalIdentifiers, recordsOfPerson } from './personal-records.ts';

export const ERASURE_REACTION = 'forget';

export interface ErasureServices extends Essentials {
  /** Erasures are listed in it, so that they are repeated after a backup is restored. */
  readonly checkpointFolder?: string | null;
}

type ErasureEvent = Extract<AgentEvent, { type: 'AgentForgotten' }>;

/** Copies what tax law requires to a stream with its own key, before the person's key is destroyed. */
async function retain(
  { log }: ErasureServices,
  { agentId, events }: { readonly agentId: number; readonly events: readonly AgentEvent[] },
  { kept, keptUntil, forgottenAt }: FoldEvent<ErasureEvent>['data'],
  context: CommandContext,
): Promise<void> {
  // The state before `AgentForgotten`, which clears the details.
  const before = events.filter(({ type }) => type !== 'AgentForgotten');
  const { details } = fold(agentDecider, agentDecider.initial, before);
  if (!kept.includes('tax') || keptUntil === null || !details) return;
  const person = taxPersonOf(details);
  const command = { type: 'RetainTaxRecord', retainedAt: forgottenAt, agentId, until: keptUntil, person } as const;
  await handle(log, { decider: retentionDecider, streamId: retainedStreamOf(agentId), command, context });
}

/** Releases the person's addresses and ID numbers. The claim streams' names are keyed hashes and reveal nothing. */
async function releaseClaims(
  { log }: ErasureServices,
  owner: string,
  identifiers: PersonalIdentifiers,
  context: CommandContext,
) {
  for (const text of identifiers.emails) await release(log, { kind: EMAIL_CLAIM, text, owner, context });
  for (const text of identifiers.idNumbers) await release(log, { kind: ID_NUMBER_CLAIM, text, owner, context });
}

/** Erases the person's data in other records: referrals of them, their enquiries, and approval requests about them. */
async function eraseElsewhere(
  { log, db }: ErasureServices,
  {
    agentId,
    events,
    identifiers,
  }: { agentId: number; events: readonly AgentEvent[]; identifiers: PersonalIdentifiers },
  context: CommandContext,
): Promise<Position | undefined> {
  let last: Position | undefined;
  const later = (position: Position | undefined): void => {
    if (position !== undefined && (last === undefined || last < position)) last = position;
  };
  const theirs = await recordsOfPerson({ log, db }, agentId, events);
  for (const id of theirs.referrals) {
    const owner = referralStreamOf(id);
    for (const text of identifiers.emails) await release(log, { kind: REFERRAL_CLAIM, text, owner, context });
    later(
      (await handle(log, { decider: referralDecider, streamId: owner, command: { type: 'EraseReferred' }, context }))
        .position,
    );
    await log.keys.destroy(owner);
  }
  for (const id of theirs.enquiries) {
    later(
      (
        await handle(log, {
          decider: enquiryDecider,
          streamId: enquiryStreamOf(id),
          command: { type: 'EraseSender' },
          context,
        })
      ).position,
    );
    await log.keys.destroy(enquiryStreamOf(id));
    await eraseFiles(db, id);
  }
  for (const id of await requestsAbout(db, `travel-agents/${agentId}`)) await log.keys.destroy(approvalStreamOf(id));
  return last;
}

/** The read models in which the erasure searches for a person's records. */
const SEARCHED_READ_MODELS = [referrals, enquiries, approvals];

/** A record that may be the person's is missing in a read model or outdated, because its key is blocked. */
class RecordBlocked extends Error {
  override readonly name = 'RecordBlocked';
}

/** Throws `RecordBlocked` if they lack events of the person: an operator retries the erasure after the key. */
async function waitForRecordsOfPerson(
  db: pg.Pool,
  readModels: readonly { readonly name: string }[],
  agentId: number,
  position: Position,
  signal: AbortSignal,
): Promise<void> {
  const names = readModels.map(({ name }) => name);
  for (const name of names) await waitForReadModel(db, name, position, signal);
  const own = [String(agentId), streamKey(agentStreamOf(agentId))];
  for (const { projection, key } of await blockedKeys(db))
    if (names.includes(projection) && (projection !== agents.name || own.includes(key))) throw new RecordBlocked();
}

async function erase(services: ErasureServices, event: FoldEvent<ErasureEvent>, signal: AbortSignal): Promise<void> {
  const { log, db, now } = services;
  const agentId = agentIdOf(event.streamId);
  const person = agentStreamOf(agentId);
  const context = causedBy(event, ERASURE_REACTION, now());
  const events = eventsOf(agentDecider, await log.readStream(person, { personal: true }));
  const identifiers = identifiersOf(events);
  // The read models must contain every record that the queries below look for.
  await waitForRecordsOfPerson(db, SEARCHED_READ_MODELS, agentId, event.position, signal);
  await retain(services, { agentId, events }, event.data, context);
  await releaseClaims(services, person, identifiers, context);
  // Rentals under this number from the next day on have no agent, so no reward is paid (docs/decisions/0026).
  const { loyaltyTrackingNo: text } = fold(agentDecider, agentDecider.initial, events);
  if (text !== null) {
    const giving = { kind: TRACKING_CLAIM, text, owner: person, context };
    await retire(log, giving, dayOf(new Date(event.data.forgottenAt)));
  }
  const last = await eraseElsewhere(services, { agentId, events, identifiers }, context);
  await eraseSignIns(db, person);
  await eraseNotices(db, person, identifiers);
  // Destroyed last: work that was interrupted before this point can still find the person's data and continues.
  await log.keys.destroy(person);
  const until = last !== undefined && last > event.position ? last : event.position;
  await waitForRecordsOfPerson(db, PERSONAL_READ_MODELS, agentId, until, signal);
  await eraseViews(db);
  await eraseDeletedRowTraces(db);
  if (services.checkpointFolder) await archiveErasure(services.checkpointFolder, { agentId, ...event.data });
}

/** A full or unavailable disk counts as an outage, so the reaction retries and no key is blocked. */
async function archiveErasure(folder: string, person: Parameters<typeof recordErased>[1]): Promise<void> {
  try {
    await recordErased(folder, person);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new StoreUnavailable(
      `the erasure could not be written to the checkpoint archive: ${(error as Error).message}`,
    );
  }
}

/** The key is destroyed last, so that interrupted work still finds the data. No read waits for this reaction. */
export const erasureReaction = (services: ErasureServices): Reaction =>
  reactionTo<ErasureEvent>({
    name: ERASURE_REACTION,
    eventTypes: ['AgentForgotten'],
    batchSize: 1,
    async react(batch, { signal }) {
      for (const event of batch) await erase(services, event, signal);
    },
  });
