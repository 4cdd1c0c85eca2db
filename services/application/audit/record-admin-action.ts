import { randomUUID } from 'node:crypto';
import { adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import type { SENSITIVE_FILES } from '@fynbos/domain/admin/events.ts';
import { type AdminAction, adminActionDecider, adminActionStreamOf } from '@fynbos/domain/audit/admin-action.ts';
import { type Attempt, attemptDecider, attemptStreamOf } from '@fynbos/domain/audit/attempt.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { adminOf, type Caller } from '../caller.ts';
import { handle } from '../handle.ts';
import type { WithLog } from '../services.ts';

/**
 * One event per download, before its first byte (X6). `of`: the subject, as the dashboard's path. Throws
 * `StoreUnavailable`; nothing may be sent then.
 */
export async function recordSensitiveExport(
  { log }: WithLog,
  { caller, context }: { readonly caller: Caller; readonly context: CommandContext },
  file: (typeof SENSITIVE_FILES)[number],
  of: string,
): Promise<void> {
  const command = { type: 'RecordFileDownload', file, of } as const;
  await handle(log, { decider: adminDecider, streamId: adminStreamOf(adminOf(caller).adminId), command, context });
}

interface RequestedAction extends Pick<AdminAction, 'act' | 'on'> {
  /** The variant that was requested, where there are several. */
  readonly how?: string;
}

/**
 * Before an action that no other record shows (docs/decisions/0033). Its target must exist. `on`: ids and names of the
 * product, no personal data or input. Returns the position. Throws `StoreUnavailable`; the action must not happen then.
 */
export async function recordAdminAction(
  { log }: WithLog,
  { caller, context }: { readonly caller: Caller; readonly context: CommandContext },
  { act, on, how }: RequestedAction,
): Promise<Position> {
  const { adminId } = adminOf(caller);
  const command = { type: 'RecordAdminAction', adminId, act, on, how: how ?? null } as const;
  const { position } = await handle(log, {
    decider: adminActionDecider,
    streamId: adminActionStreamOf(randomUUID()),
    command,
    context,
  });
  if (position === undefined) throw new StoreUnavailable('the action was not recorded');
  return position;
}

export async function recordAttempt({ log }: WithLog, attempt: Attempt, context: CommandContext): Promise<void> {
  await handle(log, {
    decider: attemptDecider,
    streamId: attemptStreamOf(randomUUID()),
    command: { type: 'RecordAttempt', attempt },
    context,
  });
}
