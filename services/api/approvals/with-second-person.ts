import { adminOf, forbidden } from '@fynbos/application/caller.ts';
import { grantOf } from '@fynbos/domain/admin/permissions.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Answer, Call } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import type { ApprovalKind, Payload } from './kinds.ts';
import { type ApprovalRequest, requestApproval } from './request.ts';

/** The context of a change that a second person approved: its events bear the reason for which it was asked for. */
export const asAskedFor = (context: CommandContext, { reason }: Payload): CommandContext =>
  typeof reason === 'string' ? { ...context, reason } : context;

/** Leaves a change of finance for a second person who holds the kind's permission; its reason stands in the event. */
export async function withSecondPerson(
  services: Services,
  call: Call,
  kind: ApprovalKind,
  request: ApprovalRequest & { readonly reason: string },
): Promise<Answer> {
  if (grantOf(adminOf(call.caller).roles, kind.permission) === null) throw forbidden();
  const { reason, ...rest } = request;
  const context = { ...call.context, reason };
  return requestApproval(services, { ...call, context }, kind, { ...rest, payload: { ...rest.payload, reason } });
}
