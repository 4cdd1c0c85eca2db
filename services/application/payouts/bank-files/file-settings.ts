import { ACB_FILES_STREAM, acbFilesDecider, generationOf } from '@fynbos/domain/bank-files/acb-files.ts';
import type { Payer } from '@fynbos/domain/bank-files/format.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { UNPAIDS_STREAM, type UnpaidsLayout, unpaidsLayoutDecider } from '@fynbos/domain/unpaids/unpaids-layout.ts';
import type { Programme } from '@fynbos/platform/config/programme.ts';
import { handle, load } from '../../handle.ts';
import { withHistory } from '../../reward-policy/programme-lists.ts';
import type { Application, WithLog } from '../../services.ts';
import type { RunWork } from '../run-session.ts';

/** The counted ACB files and the next numbers. Throws `StoreUnavailable`. */
export const loadAcbFiles = async (log: Application['log']) =>
  (await load(log, acbFilesDecider, ACB_FILES_STREAM)).state;

/** Numbers the ACB file of a run, once, and returns its generation number (O23). */
export async function countAcbFile({ log, payer, session, context }: RunWork): Promise<number> {
  const { userCode } = payer;
  const { runId } = session;
  const { reference } = session.state;
  const command = { type: 'CountAcbFile', userCode, runId, reference } as const;
  const { state } = await handle(log, { decider: acbFilesDecider, streamId: ACB_FILES_STREAM, command, context });
  const generation = generationOf(state, userCode, runId);
  if (generation === undefined) throw new Error('a counted file has no generation number');
  return generation;
}

/** Sets the number of the next ACB file, with a reason. Throws `acb-files.next`. */
export function setAcbGeneration(
  { log }: WithLog,
  generation: { readonly userCode: string; readonly next: number; readonly reason: string; readonly by: number },
  context: CommandContext,
) {
  const command = { type: 'SetAcbGeneration', ...generation } as const;
  return handle(log, {
    decider: acbFilesDecider,
    streamId: ACB_FILES_STREAM,
    command,
    context: { ...context, reason: generation.reason },
  });
}

/** The layout of files of unpaid payments. Throws `StoreUnavailable`. */
export const loadUnpaidsLayout = async (log: Application['log']): Promise<UnpaidsLayout> =>
  (await load(log, unpaidsLayoutDecider, UNPAIDS_STREAM)).state;

/** The layout with every change of it, newest first. Throws `StoreUnavailable`. */
export const unpaidsLayoutHistory = (log: Application['log']) => withHistory(log, unpaidsLayoutDecider, UNPAIDS_STREAM);

/** Sets the layout of files of unpaid payments, with a reason (O26). Throws `unpaids-layout.{field}`. */
export function setUnpaidsLayout(
  { log }: WithLog,
  { layout, by, reason }: { readonly layout: UnpaidsLayout; readonly by: number; readonly reason: string },
  context: CommandContext,
) {
  const command = { type: 'SetUnpaidsLayout', layout, by } as const;
  return handle(log, {
    decider: unpaidsLayoutDecider,
    streamId: UNPAIDS_STREAM,
    command,
    context: { ...context, reason },
  });
}

/** ACB files use the first ten characters of the statement reference as the abbreviated name. */
export const payerOf = (programme: Programme): Payer => ({
  name: programme.PAYER_ACCOUNT_NAME,
  accountNumber: programme.PAYER_ACCOUNT_NUMBER,
  branchCode: programme.PAYER_BRANCH_CODE,
  userCode: programme.BANK_USER_CODE,
  bopCategory: programme.BOP_CATEGORY,
  shortName: programme.STATEMENT_REFERENCE.slice(0, 10).trimEnd(),
});
