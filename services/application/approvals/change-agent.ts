import { agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { type AgentDetails, type BankAccount, changesBetween, NO_BANK_ACCOUNT } from '@fynbos/domain/agent/details.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { assertEmailIsFree } from '../agents/claims.ts';
import type { KnownAgent } from '../agents/load-agent.ts';
import { changeAgentDetails } from '../agents/manage-agent.ts';
import type { AdminCaller } from '../caller.ts';
import type { WithLog } from '../services.ts';
import { requestApproval } from './request.ts';

/** `approvalId` is null if nothing waits for an approval, `position` is absent if nothing was recorded. */
interface RequestedChange {
  readonly approvalId: string | null;
  readonly position?: Position | undefined;
}

const only = <Values extends object>(values: Values, fields: readonly (keyof Values & string)[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>;

const CONTACT: ReadonlySet<keyof AgentDetails> = new Set(['emailAddress', 'cellNumber']);

/**
 * E-mail address and cell number wait for an approval, other fields change at once; if either part is refused, neither
 * is recorded (X3). `current`: as the administrator saw it. Throws as `changeAgentDetails` and `requestApproval`.
 */
export async function changeAgent(
  { log }: WithLog,
  caller: AdminCaller,
  current: KnownAgent,
  requested: AgentDetails,
  context: CommandContext,
): Promise<RequestedChange> {
  const { details: stored, contactChangedAt } = current;
  const id = String(current.agentId);
  const changed = Object.keys(changesBetween(stored, requested)) as (keyof AgentDetails)[];
  const contact = changed.filter((field) => CONTACT.has(field));
  // The dial code changes together with its number.
  const waits = (field: keyof AgentDetails): boolean =>
    CONTACT.has(field) || (field === 'countryDialCode' && contact.includes('cellNumber'));
  const atOnce = changed.filter((field) => !waits(field));
  let position: Position | undefined;
  const changeAtOnce = async (): Promise<void> => {
    if (atOnce.length > 0) position = await changeAgentDetails({ log }, current, only(requested, atOnce), context);
  };
  if (contact.length === 0) {
    await changeAtOnce();
    return { approvalId: null, position };
  }
  const approval = await requestApproval(
    log,
    caller,
    {
      kind: 'agent.contact',
      subject: `travel-agents/${id}`,
      summary: `Change the contact details of agent ${id}`,
      fields: contact,
      payload: { agentId: current.agentId, contactChangedAt },
      personal: only(requested, contact),
      beforeRequest: async () => {
        if (contact.includes('emailAddress')) await assertEmailIsFree(log, agentStreamOf(id), requested.emailAddress);
        await changeAtOnce();
      },
    },
    context,
  );
  return { ...approval, position: approval.position ?? position };
}

/** Every change of an account waits for an approval (X3). `account`: the whole new one. */
export async function changeAgentBank(
  { log }: WithLog,
  caller: AdminCaller,
  { agentId, bank, bankChangedAt }: KnownAgent,
  account: BankAccount,
  context: CommandContext,
): Promise<RequestedChange> {
  const fields = Object.keys(changesBetween(bank ?? NO_BANK_ACCOUNT, account));
  if (fields.length === 0) return { approvalId: null };
  return requestApproval(
    log,
    caller,
    {
      kind: 'agent.bank-details',
      subject: `travel-agents/${agentId}`,
      summary: `Change the bank details of agent ${agentId}`,
      fields,
      payload: { agentId, bankChangedAt },
      personal: account,
    },
    context,
  );
}
