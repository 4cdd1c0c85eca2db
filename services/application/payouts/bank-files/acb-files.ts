import { ACB_FILES_STREAM, acbFilesDecider, generationOf } from '@fynbos/domain/acb-files/acb-files.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { handle, load } from '../../handle.ts';
import type { Application } from '../../services.ts';
import type { RunWork } from '../run-work.ts';

/** The counted ACB files and the next numbers. Throws `StoreUnavailable`. */
export const loadAcbFiles = async (log: Application['log']) =>
  (await load(log, acbFilesDecider, ACB_FILES_STREAM)).state;

/** Numbers the ACB file of a run, once, and returns its generation number (O23). */
export async function countAcbFile({ log, payer, session, context }: RunWork): Promise<number> {
  const { userCode } = payer;
  const { runId } = session;
  const { reference } = session.state;
  const command = { type: 'CountAcbFile', userCode, runId, reference, at: context.now.toISOString() } as const;
  const { state } = await handle(log, acbFilesDecider, ACB_FILES_STREAM, command, context);
  const generation = generationOf(state, userCode, runId);
  if (generation === undefined) throw new Error('a counted file has no generation number');
  return generation;
}

/** Sets the number of the next ACB file, with a reason. Throws `acb-files.next`. */
export function setAcbGeneration(
  { log }: Pick<Application, 'log'>,
  asked: { readonly userCode: string; readonly next: number; readonly reason: string; readonly by: number },
  context: CommandContext,
) {
  const command = { type: 'SetAcbGeneration', ...asked, at: context.now.toISOString() } as const;
  return handle(log, acbFilesDecider, ACB_FILES_STREAM, command, { ...context, reason: asked.reason });
}
