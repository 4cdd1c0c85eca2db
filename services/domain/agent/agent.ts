import { HOUR_MS } from '../calendar.ts';
import { type Decider, idFromStreamName } from '../decider.ts';
import { DomainError } from '../errors.ts';
import { isTaxNumber } from '../identity/numbers.ts';
import type { CodeOf } from '../refusal-codes.ts';
import type { AgentCommand, AgentCommandOf } from './commands.ts';
import { CONTACT_FREEZE_HOURS } from './deadlines.ts';
import { type AgentDetails, type BankAccount, changesBetween, NO_BANK_ACCOUNT } from './details.ts';
import type { AgentEvent } from './events.ts';
import { AGENT_MESSAGES } from './messages.ts';
import { decidePush, isSameNotifications, withNotifications } from './notifications.ts';
import { activate, bySession, decideSignIn, requestPasswordLink } from './sign-in.ts';
import { type AgentState, evolveAgent, existingDetails, noAgent, pendingEmail } from './state.ts';

const refuse = (code: CodeOf<'agent'>, message: string) => new DomainError('conflict', `agent.${code}`, message);

/** Whether an instant falls within the 72 hours after a change of e-mail address or cell number. */
export const isContactFrozen = (state: AgentState, at: string): boolean =>
  state.contactChangedAt !== null &&
  Date.parse(at) < Date.parse(state.contactChangedAt) + CONTACT_FREEZE_HOURS * HOUR_MS;

function register(command: AgentCommandOf<'RegisterAgent'>, state: AgentState, at: string): AgentEvent[] {
  if (state.status !== 'none') throw refuse('exists', AGENT_MESSAGES.emailTaken);
  return [
    {
      type: 'AgentRegistered',
      data: {
        agentId: command.agentId,
        source: command.source,
        termsAccepted: command.termsAccepted,
        employerConsent: command.employerConsent,
        taxNumberValid: isTaxNumber(command.details.taxNumber, command.details.taxCountry),
        bankChangedAt: command.source === 'import' || !command.bank ? null : at,
        registeredAt: at,
        ...(command.referredByAgentId === undefined ? {} : { referredByAgentId: command.referredByAgentId }),
        personal: { details: command.details, bank: command.bank, passwordHash: command.passwordHash },
      },
    },
  ];
}

function migrate(command: AgentCommandOf<'MigrateAgent'>, state: AgentState, at: string): AgentEvent[] {
  const registration = { ...command, type: 'RegisterAgent', source: 'import', passwordHash: null } as const;
  return [
    ...register(registration, state, at),
    ...activate(command, noAgent, at),
    ...requestPasswordLink({ requestId: command.requestId, how: 'set' }, at),
  ];
}

function changeDetails(command: AgentCommandOf<'ChangeDetails'>, state: AgentState, at: string): AgentEvent[] {
  const current = existingDetails(state);
  const changes = changesBetween<AgentDetails>(current, command.details);
  const fields = Object.keys(changes);
  if (fields.length === 0) return [];
  if (changes.emailAddress)
    throw new RangeError('use RequestEmailChange and ConfirmEmailChange to change an e-mail address');
  const next = { ...current, ...command.details };
  return [
    {
      type: 'AgentDetailsChanged',
      data: {
        fields,
        taxNumberValid: isTaxNumber(next.taxNumber, next.taxCountry),
        contactChangedAt: changes.cellNumber ? at : null,
        personal: { changes },
      },
    },
  ];
}

function requestEmailChange(
  { requestId, emailAddress: to }: AgentCommandOf<'RequestEmailChange'>,
  state: AgentState,
  at: string,
): AgentEvent[] {
  const { emailAddress: from } = existingDetails(state);
  if (to === from) return [];
  return [{ type: 'EmailChangeRequested', data: { requestId, requestedAt: at, personal: { from, to } } }];
}

function confirmEmailChange(
  command: AgentCommandOf<'ConfirmEmailChange'>,
  state: AgentState,
  at: string,
): AgentEvent[] {
  const { emailAddress } = existingDetails(state);
  // The same link again: the address is in use already.
  if (state.confirmedEmailRequest === command.requestId) return [];
  const pendingChange = state.emailChange;
  if (!pendingChange || pendingChange.requestId !== command.requestId || pendingEmail(state, at) === null)
    throw new DomainError('invalid', 'agent.link-dead', AGENT_MESSAGES.linkInvalid);
  const changes = { emailAddress: { from: emailAddress, to: pendingChange.to } };
  return [
    { type: 'EmailChanged', data: { requestId: pendingChange.requestId, contactChangedAt: at, personal: { changes } } },
  ];
}

/** A new number resets the account type and a new bank resets the BIC, unless the form states them (A11). */
function withUnknown(next: Partial<BankAccount>, current: BankAccount | null): Partial<BankAccount> {
  const isOther = (field: keyof BankAccount): boolean => next[field] !== undefined && next[field] !== current?.[field];
  return {
    ...(isOther('bankAccountNumber') ? { accountType: '' as const } : {}),
    ...(isOther('bankName') ? { bic: '' } : {}),
    ...next,
  };
}

function changeBankDetails(
  { bank, sessionId }: AgentCommandOf<'ChangeBankDetails'>,
  state: AgentState,
  at: string,
): AgentEvent[] {
  existingDetails(state);
  const changes = changesBetween(state.bank ?? NO_BANK_ACCOUNT, withUnknown(bank, state.bank));
  const fields = Object.keys(changes);
  if (fields.length === 0) return [];
  if (isContactFrozen(state, at)) throw refuse('contact-frozen', AGENT_MESSAGES.contactFrozen);
  return [
    { type: 'BankDetailsChanged', data: { fields, changedAt: at, ...bySession(sessionId), personal: { changes } } },
  ];
}

/** Erases the agent: only on the person's own request, and once. */
function erase({ kept, keptUntil, listed }: AgentCommandOf<'Erase'>, state: AgentState, at: string): AgentEvent[] {
  if (state.status === 'forgotten') return [];
  // The key may be destroyed already, and the details with it.
  if (!listed || state.status === 'none') existingDetails(state);
  const request = listed ?? state.deletionRequest;
  if (!request) throw refuse('deletion-not-asked-for', AGENT_MESSAGES.deletionNotAskedFor);
  const { requestId } = request;
  const forgottenAt = listed?.forgottenAt ?? at;
  return [{ type: 'AgentForgotten', data: { requestId, kept: [...kept], keptUntil, forgottenAt } }];
}

function decide(command: AgentCommand, state: AgentState, at: string): readonly AgentEvent[] {
  if (command.type === 'RegisterAgent') return register(command, state, at);
  if (command.type === 'MigrateAgent') return migrate(command, state, at);
  if (command.type === 'Erase') return erase(command, state, at);
  existingDetails(state);
  switch (command.type) {
    case 'Activate':
      return activate(command, state, at);
    case 'ChangeDetails':
      return changeDetails(command, state, at);
    case 'RequestEmailChange':
      return requestEmailChange(command, state, at);
    case 'WithdrawEmailChange':
      return state.emailChange
        ? [{ type: 'EmailChangeWithdrawn', data: { requestId: state.emailChange.requestId, withdrawnAt: at } }]
        : [];
    case 'ConfirmEmailChange':
      return confirmEmailChange(command, state, at);
    case 'ChangeBankDetails':
      return changeBankDetails(command, state, at);
    case 'GiveConsent':
      return state.consents[command.consent]
        ? []
        : [{ type: 'ConsentGiven', data: { consent: command.consent, givenAt: at } }];
    case 'WithdrawConsent':
      return state.consents[command.consent]
        ? [{ type: 'ConsentWithdrawn', data: { consent: command.consent, withdrawnAt: at } }]
        : [];
    case 'Suspend':
      return state.status === 'suspended'
        ? []
        : [{ type: 'AgentSuspended', data: { reason: command.reason, suspendedAt: at } }];
    case 'Reinstate':
      return state.status === 'suspended'
        ? [{ type: 'AgentReinstated', data: { reason: command.reason, reinstatedAt: at } }]
        : [];
    case 'SubscribePush':
    case 'UnsubscribePush':
      return decidePush(command, state.pushDevices, at);
    case 'ChooseNotifications': {
      const { byEmail, bySms, groups } = command;
      if (isSameNotifications(withNotifications(state.notifications, command), state.notifications)) return [];
      const data = { byEmail, bySms, ...(groups ? { groups } : {}), chosenAt: at };
      return [{ type: 'NotificationsChosen', data }];
    }
    case 'RequestCorrection':
    case 'RequestDeletion': {
      if (command.type === 'RequestDeletion' && state.deletionRequest) return [];
      const data = { requestId: command.requestId, requestedAt: at, personal: { request: command.request } };
      return [{ type: command.type === 'RequestCorrection' ? 'CorrectionRequested' : 'DeletionRequested', data }];
    }
    case 'SetMonthlyGoal':
      return state.monthlyGoalCents === command.nettCents
        ? []
        : [{ type: 'MonthlyGoalSet', data: { nettCents: command.nettCents, setAt: at } }];
    case 'ReplaceReferralLink':
      return [{ type: 'ReferralLinkReplaced', data: { version: state.referralLinkVersion + 1, replacedAt: at } }];
    case 'WithdrawDeletion':
      return state.deletionRequest
        ? [{ type: 'DeletionWithdrawn', data: { requestId: state.deletionRequest.requestId, withdrawnAt: at } }]
        : [];
    case 'SetTaxTreatment':
      return [
        {
          type: 'TaxTreatmentSet',
          data: { effectiveFrom: command.effectiveFrom, treatment: command.treatment, setAt: at },
        },
      ];
    case 'RecordNumbersViewed':
      return [{ type: 'NumbersViewed', data: { fields: [...command.fields], how: command.how, viewedAt: at } }];
    default:
      return decideSignIn(command, state, at);
  }
}

export const agentDecider: Decider<AgentState, AgentCommand, AgentEvent> = {
  name: 'agent',
  initial: noAgent,
  decide,
  evolve: evolveAgent,
};

export const agentStreamOf = (agentId: number | string): string => `agent-${agentId}`;
export const agentIdOf = (streamId: string): number => Number(idFromStreamName(agentStreamOf, streamId));
