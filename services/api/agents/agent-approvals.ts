import { randomUUID } from 'node:crypto';
import { claimEmail } from '@fynbos/application/agents/claims.ts';
import { handle, load } from '@fynbos/application/handle.ts';
import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import type { AgentDetails, BankAccount } from '@fynbos/domain/agent/details.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { dialCodeOf } from '@fynbos/domain/identity/phone.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { approvalKind } from '../approvals/kinds.ts';
import { once } from '../approvals/once.ts';

/** A cell number with the dial code that it bears: no form of the dashboard asks for it apart. */
function withDialCode(cellNumber: string): Partial<AgentDetails> {
  const countryDialCode = dialCodeOf(cellNumber);
  return { cellNumber, ...(countryDialCode !== null && { countryDialCode }) };
}

/** A new e-mail address counts after the link sent to it is opened; a new cell number at once. */
export const contactChange = approvalKind({
  kind: 'agent.contact',
  permission: 'agents:change-bank-or-contact',
  execute: async ({ log }, payload, personal, context) => {
    const owner = agentStream(String(payload.agentId));
    const { emailAddress, cellNumber } = personal as { emailAddress?: string; cellNumber?: string };
    const at = context.now.toISOString();
    let position: Position | undefined;
    if (emailAddress !== undefined) {
      const claims = () => claimEmail(log, owner, emailAddress, context);
      const command = { type: 'RequestEmailChange', at, requestId: randomUUID(), emailAddress } as const;
      const asked = once<AgentEvent>(log, context, 'EmailChangeRequested');
      position = (await handle(log, agentDecider, owner, command, context, { claims, ...asked })).position;
    }
    if (cellNumber !== undefined) {
      const changed = await handle(
        log,
        agentDecider,
        owner,
        { type: 'ChangeDetails', at, details: withDialCode(cellNumber) },
        context,
        once<AgentEvent>(log, context, 'AgentDetailsChanged'),
      );
      position = changed.position ?? position;
    }
    return position;
  },
  change: async ({ log }, payload, personal) => {
    const { state } = await load(log, agentDecider, agentStream(String(payload.agentId)));
    const stored = (field: string) => state.details?.[field as keyof AgentDetails] ?? '';
    return {
      before: Object.fromEntries(Object.keys(personal).map((field) => [field, stored(field)])),
      after: personal,
    };
  },
});

/** It ends the agent's sessions, as a change of their own ends the others. */
export const bankChange = approvalKind({
  kind: 'agent.bank-details',
  permission: 'agents:change-bank-or-contact',
  execute: async ({ log, auth }, payload, personal, context) => {
    const owner = agentStream(String(payload.agentId));
    const command = {
      type: 'ChangeBankDetails',
      at: context.now.toISOString(),
      bank: personal as Partial<BankAccount>,
    } as const;
    const changed = once<AgentEvent>(log, context, 'BankDetailsChanged');
    const { position } = await handle(log, agentDecider, owner, command, context, changed);
    // Where nothing changed too: a crash may have come between the change and this.
    await auth.sessions.endOthers(owner, null);
    return position;
  },
  change: async ({ log }, payload, personal) => {
    const { state } = await load(log, agentDecider, agentStream(String(payload.agentId)));
    const stored = (field: string) => state.bank?.[field as keyof BankAccount] ?? '';
    return {
      before: Object.fromEntries(Object.keys(personal).map((field) => [field, stored(field)])),
      after: personal,
    };
  },
  recordReveal: async ({ log }, payload, context) => {
    const at = context.now.toISOString();
    const seen = { type: 'RecordNumbersViewed', at, fields: ['bankAccountNumber'], how: 'viewed' } as const;
    return (await handle(log, agentDecider, agentStream(String(payload.agentId)), seen, context)).position;
  },
});
