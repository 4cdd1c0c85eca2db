import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import { type AgentDetails, BANK_FIELDS, type BankAccount } from '@fynbos/domain/agent/details.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { decideInSequence } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { dialCodeOf } from '@fynbos/domain/identity/phone.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { uuidV5 } from '@fynbos/platform/crypto/uuid-v5.ts';
import { z } from 'zod';
import { claimEmail } from '../../agents/claims.ts';
import { sendToAgent } from '../../agents/load-agent.ts';
import { load } from '../../handle.ts';
import { approvedChange, type BeforeAndAfter, handleOnce } from '../approved-change.ts';

const agent = z.object({ agentId: z.int() });
/** False when the personal data was erased, which must not count as a completed change. */
const hasFields = (fields: object): boolean => Object.keys(fields).length > 0;

async function compared(
  log: EventLog,
  agentId: number,
  part: 'details' | 'bank',
  after: Readonly<Record<string, unknown>>,
): Promise<BeforeAndAfter> {
  const { state } = await load(log, agentDecider, agentStreamOf(agentId));
  const stored: Readonly<Record<string, unknown>> = { ...state[part] };
  return { before: Object.fromEntries(Object.keys(after).map((field) => [field, stored[field] ?? ''])), after };
}

/** A cell number with its dial code, because the dashboard has no separate field for the code. */
function withDialCode(cellNumber: string): Partial<AgentDetails> {
  const countryDialCode = dialCodeOf(cellNumber);
  return { cellNumber, ...(countryDialCode !== null && { countryDialCode }) };
}

/**
 * An e-mail address takes effect when its link is opened (A4), a cell number at once. Refused if the contact changed
 * since the request, because it would undo the agent's own change.
 */
export const changeContact = approvedChange({
  permission: 'agents:change-bank-or-contact',
  /** `contactChangedAt`: that of the agent at the request. Requests of earlier releases have none. */
  payload: agent.extend({ contactChangedAt: z.string().nullable().optional() }),
  personal: z
    .object({ emailAddress: z.string().exactOptional(), cellNumber: z.string().exactOptional() })
    .refine(hasFields),
  async execute({ log }, { payload: { agentId, contactChangedAt }, personal: { emailAddress, cellNumber } }, context) {
    const owner = agentStreamOf(agentId);
    const requestId = uuidV5('email change of approval', context.causationId ?? '');
    const commands: AgentCommand[] = [];
    if (cellNumber !== undefined) commands.push({ type: 'ChangeDetails', details: withDialCode(cellNumber) });
    if (emailAddress !== undefined) commands.push({ type: 'RequestEmailChange', requestId, emailAddress });
    const command = (state: AgentState) => {
      if (contactChangedAt !== undefined && contactChangedAt !== state.contactChangedAt)
        throw new DomainError('conflict', 'agent.contact-changed', AGENT_MESSAGES.contactChanged);
      return commands;
    };
    const claims = async (): Promise<void> => {
      if (emailAddress !== undefined) await claimEmail(log, owner, emailAddress, context);
    };
    await handleOnce(log, {
      decider: decideInSequence(agentDecider),
      streamId: owner,
      command,
      context,
      beforeAppend: claims,
    });
  },
  compare: ({ log }, { payload, personal }) => compared(log, payload.agentId, 'details', personal),
});

/** Ends the agent's sessions (C8). Refused if the account changed since: it would undo the agent's own change. */
export const changeBankDetails = approvedChange({
  permission: 'agents:change-bank-or-contact',
  /** `bankChangedAt`: that of the agent at the request. Requests of earlier releases have none. */
  payload: agent.extend({ bankChangedAt: z.string().nullable().optional() }),
  personal: z.partialRecord(z.enum(BANK_FIELDS), z.string()).refine(hasFields),
  async execute({ log }, { payload: { agentId, bankChangedAt }, personal }, context) {
    const owner = agentStreamOf(agentId);
    const command = (state: AgentState) => {
      if (bankChangedAt !== undefined && bankChangedAt !== state.bankChangedAt)
        throw new DomainError('conflict', 'agent.bank-changed', AGENT_MESSAGES.bankChanged);
      return { type: 'ChangeBankDetails', bank: personal as Partial<BankAccount> } as const;
    };
    await handleOnce(log, { decider: agentDecider, streamId: owner, command, context });
  },
  compare: ({ log }, { payload, personal }) => compared(log, payload.agentId, 'bank', personal),
  recordReveal: (deps, { payload: { agentId } }, context) =>
    sendToAgent(deps, agentId, { type: 'RecordNumbersViewed', fields: ['bankAccountNumber'], how: 'viewed' }, context),
});
