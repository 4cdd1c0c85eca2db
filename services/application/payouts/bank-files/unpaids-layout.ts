import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { UnpaidsLayout } from '@fynbos/domain/unpaids/events.ts';
import { UNPAIDS_STREAM, unpaidsLayoutDecider } from '@fynbos/domain/unpaids/unpaids-layout.ts';
import { handle, load } from '../../handle.ts';
import { withHistory } from '../../reward-policy/programme-lists.ts';
import type { Application } from '../../services.ts';

/** The layout of files of unpaid payments. Throws `StoreUnavailable`. */
export const loadUnpaidsLayout = async (log: Application['log']): Promise<UnpaidsLayout> =>
  (await load(log, unpaidsLayoutDecider, UNPAIDS_STREAM)).state;

/** The layout with every change of it, newest first. Throws `StoreUnavailable`. */
export const unpaidsLayoutHistory = (log: Application['log']) => withHistory(log, unpaidsLayoutDecider, UNPAIDS_STREAM);

/** Sets the layout of files of unpaid payments, with a reason (O26). Throws `unpaids-layout.{field}`. */
export function setUnpaidsLayout(
  { log }: Pick<Application, 'log'>,
  { layout, by, reason }: { readonly layout: UnpaidsLayout; readonly by: number; readonly reason: string },
  context: CommandContext,
) {
  const command = { type: 'SetUnpaidsLayout', layout, by, at: context.now.toISOString() } as const;
  return handle(log, unpaidsLayoutDecider, UNPAIDS_STREAM, command, { ...context, reason });
}
