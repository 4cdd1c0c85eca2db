import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { MASK } from '@fynbos/domain/format.ts';
import { DryRun } from '../rentals/dry-run.ts';
import type { ItemOutcome, RentalEventRecorder, Sender, SentItem } from '../rentals/record-rental-events.ts';
import type { Stores } from '../services.ts';
import type { CallLog } from './call-log.ts';
import { recordRetry, refusedItem } from './call-log-queries.ts';
import { liveIntegrator } from './manage-integrators.ts';

type Item = Readonly<Record<string, unknown>>;
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Also matches misspelled field names such as `driver_name`; such an item is always refused. */
const NAME_FIELDS = /driver|name/i;

/** A refused item with the driver's name hidden. */
export const withoutName = (item: unknown): unknown =>
  JSON.parse(JSON.stringify(item ?? null, (field, value) => (NAME_FIELDS.test(field) ? MASK : value)));

/** The corrected item, with the sent driver's name if the correction still hides it. */
const withSentName = (sent: unknown, corrected: Item): Item =>
  corrected.driverName === MASK && isItem(sent) ? { ...corrected, driverName: sent.driverName } : corrected;

interface SendingServices extends Stores {
  readonly callLog: CallLog;
  readonly recorder: RentalEventRecorder;
  /** Checks a value as the integration API does. */
  readonly parse: (value: unknown, integratorId: string) => SentItem;
}

async function senderOf({ log }: SendingServices, integratorId: string): Promise<Sender> {
  const { scopes } = await liveIntegrator({ log }, integratorId);
  return { integratorId, anyReservation: scopes.includes('rental-events:any') };
}

/** Unchanged or corrected; the context names the administrator. Throws not-found, also for an item not stored. */
export async function retryRefusedItem(
  services: SendingServices,
  { integratorId, itemId, corrected }: { integratorId: string; itemId: string; corrected: Item | undefined },
  context: CommandContext,
): Promise<ItemOutcome> {
  const sender = await senderOf(services, integratorId);
  const refused = await refusedItem(services, integratorId, itemId);
  const item = refused && (corrected === undefined ? refused.item : withSentName(refused.item, corrected));
  if (item === null) {
    const message = 'This item was not stored. The integrator has to send it again.';
    throw new DomainError('not-found', 'item.unknown', message);
  }
  const [outcome] = await services.recorder.record([services.parse(item, integratorId)], sender, context);
  await recordRetry(services.db, itemId, context.now, (outcome as ItemOutcome).result);
  return outcome as ItemOutcome;
}

/** Checks an item as a dry run of the integrator. Throws `DomainError` not-found for an unknown integrator. */
export async function tryItem(
  services: SendingServices,
  integratorId: string,
  value: unknown,
  context: CommandContext,
): Promise<ItemOutcome> {
  const sender = await senderOf(services, integratorId);
  const dryRun = new DryRun();
  try {
    const [outcome] = await services.recorder.record([services.parse(value, integratorId)], sender, context, dryRun);
    return outcome as ItemOutcome;
  } finally {
    dryRun.end();
  }
}
