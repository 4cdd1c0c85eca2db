import type { ApprovalKind } from '@fynbos/application/approvals/kinds.ts';
import { type ChangeRequest, requestApproval } from '@fynbos/application/approvals/request.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import type { WithLog } from '@fynbos/application/services.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { z } from 'zod';
import type { Accepted, Call } from '../http/route.ts';

/** The answer of a change that waits for approval, with status 202. */
const pendingAnswer = z.object({ approvalId: z.uuid(), status: z.literal('waiting'), message: z.string() });

/** Of a route that always answers with a request for approval. */
export const pendingApproval = { needsApproval: true, status: 202, answer: pendingAnswer } as const;

/** The answer 202 of a change that was requested. */
export const waitingForApproval = (approvalId: string, position: Position | undefined): Accepted => ({
  status: 202,
  body: { approvalId, status: 'waiting', message: 'Saved. Waiting for approval by another administrator.' },
  position,
});

/** Requests an approval for a change and answers 202. Parameters and errors as for `requestApproval`. */
export async function respondPendingApproval<Kind extends ApprovalKind>(
  { log }: WithLog,
  { caller, context }: Pick<Call, 'caller' | 'context'>,
  request: ChangeRequest<Kind>,
): Promise<Accepted> {
  const { approvalId, position } = await requestApproval(log, adminOf(caller), request, context);
  return waitingForApproval(approvalId, position);
}
