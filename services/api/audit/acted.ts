import { randomUUID } from 'node:crypto';
import { adminOf } from '@fynbos/application/caller.ts';
import type { ADMIN_ACTS } from '@fynbos/domain/act/events.ts';
import { GENESIS } from '@fynbos/event-store/hash-chain.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { Call } from '../http/route.ts';
import type { Services } from '../http/services.ts';

interface Act {
  readonly act: (typeof ADMIN_ACTS)[number];
  /** Built from ids and names of the product: no personal data and no user input. */
  readonly on: string;
  readonly how?: string;
}

/**
 * Records an administrator's action before it happens, where no other record shows it (docs/decisions/0033). Call it
 * only when the target is known to exist. Returns the event's log position. Throws `StoreUnavailable`; the action must
 * not happen then.
 */
export async function recordAct(
  { log }: Pick<Services, 'log'>,
  { caller, context }: Pick<Call, 'caller' | 'context'>,
  { act, on, how }: Act,
): Promise<Position> {
  const data = { adminId: adminOf(caller).adminId, act, on, how: how ?? null, actedAt: context.now.toISOString() };
  const stream = { streamId: `act-${randomUUID()}`, revision: -1, lastHash: GENESIS };
  const [outcome] = await log.append([{ stream, events: [{ type: 'AdminActed', data }], context }]);
  if (!outcome?.ok) throw new StoreUnavailable('the act was not recorded');
  return outcome.position;
}
