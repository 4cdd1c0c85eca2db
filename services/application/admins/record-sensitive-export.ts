import { adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import type { NUMBERS_FILES } from '@fynbos/domain/admin/events.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { adminOf, type Caller } from '../caller.ts';
import { handle } from '../handle.ts';
import type { Application } from '../services.ts';

/**
 * Records that an administrator downloads a file with full bank or ID numbers, before its first byte: one event per
 * download (X6). `of`: the subject of the file, as the dashboard's path. Throws `StoreUnavailable`; nothing may be sent
 * then.
 */
export async function recordSensitiveExport(
  { log }: Pick<Application, 'log'>,
  { caller, context }: { readonly caller: Caller; readonly context: CommandContext },
  file: (typeof NUMBERS_FILES)[number],
  of: string,
): Promise<void> {
  const command = { type: 'RecordFileTaken', file, of } as const;
  await handle(log, adminDecider, adminStreamOf(adminOf(caller).adminId), command, context);
}
