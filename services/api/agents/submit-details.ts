import { type KnownAgent, loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { changeAgent, changeAgentBank } from '@fynbos/application/approvals/change-agent.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import { type KnownBank, knownBanks } from '@fynbos/application/reward-policy/programme-lists.ts';
import type { AgentDetails, BankAccount } from '@fynbos/domain/agent/details.ts';
import { staleRecord } from '@fynbos/domain/errors.ts';
import { changedEmailProblem } from '@fynbos/domain/identity/email.ts';
import { z } from 'zod';
import { waitingForApproval } from '../approvals/pending.ts';
import { across, requiredNumber, withRules } from '../http/fields.ts';
import type { Call } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { validate } from '../http/validate.ts';
import { isHidden, shownAgent } from './agent-answer.ts';
import { bankFields, bankOf, bankRules, detailsOf, personFields, personRules } from './agent-form.ts';
import { FORM_MESSAGES } from './labels.ts';

/** Form for a person with a known stored address. The address rule applies only to new addresses. */
const personForm = (stored: string) =>
  withRules(z.object({ ...personFields, idNumber: requiredNumber('ID Number or Passport is required.') }), [
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

async function currentAgent(services: Services, id: string, version: number | null): Promise<KnownAgent> {
  const current = await loadAgent(services, id);
  if (version !== null && current.version !== version) throw staleRecord();
  return current;
}

/** Null `version`: the caller sent none (the call of section 7). Throws 404, 409, 412 and 422. */
export async function submitDetails(
  services: Services,
  { body, caller, context }: Call<Record<string, unknown>>,
  id: string,
  version: number | null,
) {
  const current = await currentAgent(services, id, version);
  const requested = requestedDetails(body, current.details);
  const { approvalId, position } = await changeAgent(services, adminOf(caller), current, requested, context);
  if (approvalId !== null) return waitingForApproval(approvalId, position);
  return { body: await shownAgent(services, id), position };
}

/** The account as the form has it. An unlisted bank is OTHER with its name, unless the form names another bank. */
function asForm(account: BankAccount | null, sent: Readonly<Record<string, unknown>>, bankOfBranch: KnownBank): object {
  const isListed = account && (bankOfBranch(account.branchCode) ?? bankOfBranch(String(sent.branchCode)));
  const isOther = account && !isListed && !('bankName' in sent);
  // The type and the BIC of one account may be wrong for the next.
  const { accountType: _type, bic: _bic, ...rest } = account ?? {};
  return { otherBankName: '', ...rest, ...(isOther && { bankName: 'OTHER', otherBankName: account.bankName }) };
}

/** Parameters and errors as for `submitDetails`. */
export async function submitBankDetails(
  services: Services,
  { body, caller, context }: Call<Record<string, unknown>>,
  id: string,
  version: number | null,
) {
  const current = await currentAgent(services, id, version);
  const sent = Object.fromEntries(
    Object.entries(body).filter(([field, value]) => field in bankFields && !isHidden(value)),
  );
  const bankOfBranch = await knownBanks(services);
  const form = validate(bankForm, { ...asForm(current.bank, sent, bankOfBranch), ...sent });
  const account = bankOf(form, current.details.taxCountry, bankOfBranch);
  const { approvalId, position } = await changeAgentBank(services, adminOf(caller), current, account, context);
  if (approvalId !== null) return waitingForApproval(approvalId, position);
  return { body: await shownAgent(services, id) };
}
