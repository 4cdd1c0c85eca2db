import { randomUUID } from 'node:crypto';
import { attemptDecider, attemptStream } from '@fynbos/domain/attempt/attempt.ts';
import type { Attempt } from '@fynbos/domain/attempt/events.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { handle } from '../handle.ts';
import type { Application } from '../services.ts';

/** Records an administrator's refused attempt for the audit log. Throws `StoreUnavailable`. */
export async function recordAttempt(
  { log }: Pick<Application, 'log'>,
  attempt: Attempt,
  context: CommandContext,
): Promise<void> {
  await handle(log, attemptDecider, attemptStream(randomUUID()), { type: 'RecordAttempt', attempt }, context);
}
