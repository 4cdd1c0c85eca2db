import { assertEmailIsFree } from '@fynbos/application/agents/claims.ts';
import { loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { changeAgentDetails } from '@fynbos/application/agents/manage-agent.ts';
import { type KnownBank, knownBanks } from '@fynbos/application/reward-policy/programme-lists.ts';
import { agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentDetails, BankAccount } from '@fynbos/domain/agent/details.ts';
import { staleRecord } from '@fynbos/domain/errors.ts';
import { changedEmailProblem } from '@fynbos/domain/identity/email.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { z } from 'zod';
import { leaveForApproval } from '../approvals/waiting.ts';
import { across, neededNumber, withRules } from '../http/fields.ts';
import type { Call } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { validate } from '../http/validate.ts';
import { isHidden, shownAgent } from './agent-answer.ts';
import { bankFields, bankOf, bankRules, detailsOf, personFields, personRules } from './agent-form.ts';
import { FORM_MESSAGES } from './labels.ts';

const CONTACT = ['emailAddress', 'cellNumber'] as const;

/** Form for a person with a known stored address. The address rule applies only to new addresses. */
const personForm = (stored: string) =>
  withRules(z.object({ ...personFields, idNumber: neededNumber('ID Number or Passport is required.') }), [
    ...personRules.filter(([, { path }]) => path[0] !== 'emailAddress'),
    across('emailAddress', ({ emailAddress }) => (emailAddress ? changedEmailProblem(emailAddress, stored) : null)),
  ]);
const methodForm = z.object({ communicationMethod: z.enum(['E', 'C'], FORM_MESSAGES.method) });
const bankForm = withRules(z.object(bankFields), bankRules);

/**
 * Absent fields and masked numbers keep their stored value (PUT merges). The country of issue follows a new tax country
 * unless the form names one.
 */
function requestedDetails(body: Readonly<Record<string, unknown>>, details: AgentDetails): AgentDetails {
  const sent = Object.fromEntries(
    Object.entries(body).filter(([field, value]) => field in personFields && !isHidden(value)),
  );
  const moves = 'taxCountry' in sent && sent.taxCountry !== details.taxCountry;
  const stored = moves ? { ...details, countryOfIssue: '' } : details;
  const form = validate(personForm(details.emailAddress), { ...stored, ...sent });
  const { communicationMethod: method } = body;
  const isBlank = method === undefined || method === null || method === '';
  return detailsOf(
    form,
    isBlank ? details.communicationMethod : validate(methodForm, { communicationMethod: method }).communicationMethod,
  );
}

/**
 * E-mail address and cell number need an approval; if either part is refused, neither is applied. Null `version`: the
 * caller sent none (the call of section 7). Throws 404, 409, 412 and 422.
 */
export async function changeAgent(
  services: Services,
  call: Call<Record<string, unknown>>,
  id: string,
  version: number | null,
) {
  const { body, context } = call;
  const current = await loadAgent(services, id);
  if (version !== null && current.version !== version) throw staleRecord();
  const requested = requestedDetails(body, current.details);
  const fields = (Object.keys(requested) as (keyof AgentDetails)[]).filter(
    (field) => requested[field] !== current.details[field],
  );
  const contact = fields.filter((field) => (CONTACT as readonly string[]).includes(field));
  // The dial code changes together with its number.
  const changesWithCellNumber = (field: string): boolean =>
    field === 'countryDialCode' && contact.includes('cellNumber');
  const plain = fields.filter((field) => !contact.includes(field) && !changesWithCellNumber(field));
  let position: Position | undefined;
  const changePlain = async (): Promise<void> => {
    if (plain.length === 0) return;
    const details = Object.fromEntries(plain.map((field) => [field, requested[field]])) as Partial<AgentDetails>;
    position = await changeAgentDetails(services, current, details, context);
  };
  if (contact.length === 0) {
    await changePlain();
    return { body: await shownAgent(services, id), position };
  }
  const first = async (): Promise<void> => {
    if (contact.includes('emailAddress'))
      await assertEmailIsFree(services.log, agentStreamOf(id), requested.emailAddress);
    await changePlain();
  };
  const request = {
    kind: 'agent.contact',
    subject: `travel-agents/${id}`,
    summary: `Change the contact details of agent ${id}`,
    fields: contact,
    payload: { agentId: Number(id), contactChangedAt: current.contactChangedAt },
    personal: Object.fromEntries(contact.map((field) => [field, requested[field]])),
    first,
  } as const;
  const waiting = await leaveForApproval(services, call, request);
  return { ...waiting, position: waiting.position ?? position };
}

/** The account as the form has it. An unlisted bank is OTHER with its name, unless the form names another bank. */
function asForm(account: BankAccount | null, sent: Readonly<Record<string, unknown>>, bankOfBranch: KnownBank): object {
  const isListed = account && (bankOfBranch(account.branchCode) ?? bankOfBranch(String(sent.branchCode)));
  const isOther = account && !isListed && !('bankName' in sent);
  // The type and the BIC of one account may be wrong for the next.
  const { accountType: _type, bic: _bic, ...rest } = account ?? {};
  return { otherBankName: '', ...rest, ...(isOther && { bankName: 'OTHER', otherBankName: account.bankName }) };
}

/** Requests an approval for a change of an agent's bank details (X3). `version`: as for `changeAgent`. */
export async function changeAgentBank(
  services: Services,
  call: Call<Record<string, unknown>>,
  id: string,
  version: number | null,
) {
  const { bank: account, bankChangedAt, details, version: now } = await loadAgent(services, id);
  if (version !== null && now !== version) throw staleRecord();
  const sent = Object.fromEntries(
    Object.entries(call.body).filter(([field, value]) => field in bankFields && !isHidden(value)),
  );
  const bankOfBranch = await knownBanks(services);
  const form = validate(bankForm, { ...asForm(account, sent, bankOfBranch), ...sent });
  const requested = bankOf(form, details.taxCountry, bankOfBranch);
  const fields = (Object.keys(requested) as (keyof BankAccount)[]).filter(
    (field) => requested[field] !== (account?.[field] ?? ''),
  );
  if (fields.length === 0) return { body: await shownAgent(services, id) };
  return leaveForApproval(services, call, {
    kind: 'agent.bank-details',
    subject: `travel-agents/${id}`,
    summary: `Change the bank details of agent ${id}`,
    fields,
    payload: { agentId: Number(id), bankChangedAt },
    personal: requested,
  });
}
