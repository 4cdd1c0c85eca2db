import { type KnownAgent, loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { changeAgent, changeAgentBank } from '@fynbos/application/approvals/change-agent.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import { type KnownBank, knownBanks } from '@fynbos/application/reward-policy/programme-lists.ts';
import type { AgentDetails, BankAccount } from '@fynbos/domain/agent/details.ts';
import { staleRecord } from '@fynbos/domain/errors.ts';
import { changedEmailProblem } from '@fynbos/domain/identity/email.ts';
import { z } from 'zod';
import { waitingForApproval } from '../approvals/pending.ts';
import { fieldRule, type Rule, requiredNumber, withRules } from '../http/fields.ts';
import type { Call } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { validate } from '../http/validate.ts';
import { isHidden, shownAgent } from './agent-answer.ts';
import { bankFields, bankOf, bankRules, detailsOf, givenFields, personFields, personRules } from './agent-form.ts';
import { FORM_MESSAGES } from './labels.ts';

type Values = Readonly<Record<string, unknown>>;

/** Further fields on which the rule of a field depends. */
const DEPENDENCIES: Readonly<Record<string, readonly string[]>> = {
  idNumber: ['taxCountry'],
  cellNumber: ['taxCountry', 'countryDialCode'],
  telephoneNumber: ['taxCountry'],
  postalCode: ['taxCountry'],
  otherBankName: ['bankName'],
  branchCode: ['bankName'],
};

/**
 * A form of a merging PUT. Stored values pass unchecked unless a field on which they depend was sent: the agent's forms
 * and earlier releases accept what these fields refuse, and it must not block a change of other fields.
 */
function mergeForm<Shape extends z.ZodRawShape>(shape: Shape, rules: readonly Rule[], stored: Values, sent: Values) {
  const isStored = (field: string) => field in stored && !(field in sent);
  const fields = Object.entries(shape).map(([field, schema]) => [
    field,
    isStored(field) ? (schema as z.ZodType).catch(stored[field]) : schema,
  ]);
  const isAffected = (field: string) => [field, ...(DEPENDENCIES[field] ?? [])].some((each) => !isStored(each));
  return withRules(
    z.object(Object.fromEntries(fields) as Shape),
    rules.filter(([, { path }]) => isAffected(path[0] ?? '')),
  );
}

const editedFields = {
  ...personFields,
  ...givenFields,
  idNumber: requiredNumber('ID Number or Passport is required.'),
};
/** The address rule applies only to new addresses. */
const editedRules = (storedEmail: string) => [
  ...personRules.filter(([, { path }]) => path[0] !== 'emailAddress'),
  fieldRule('emailAddress', ({ emailAddress }) =>
    emailAddress ? changedEmailProblem(emailAddress, storedEmail) : null,
  ),
];
const methodForm = z.object({ communicationMethod: z.enum(['E', 'C'], FORM_MESSAGES.method) });

/**
 * Absent fields and masked numbers keep their stored value (PUT merges). The country of issue follows a new tax country
 * unless the form names one.
 */
function requestedDetails(body: Values, details: AgentDetails): AgentDetails {
  const sent = Object.fromEntries(
    Object.entries(body).filter(([field, value]) => field in personFields && !isHidden(value)),
  );
  const changesCountry = 'taxCountry' in sent && sent.taxCountry !== details.taxCountry;
  const stored = changesCountry ? { ...details, countryOfIssue: '' } : details;
  const form = validate(mergeForm(editedFields, editedRules(details.emailAddress), stored, sent), {
    ...stored,
    ...sent,
  });
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
function asForm(account: BankAccount | null, sent: Values, bankOfBranch: KnownBank): Values {
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
  const stored = asForm(current.bank, sent, bankOfBranch);
  const form = validate(mergeForm(bankFields, bankRules, stored, sent), { ...stored, ...sent });
  const account = bankOf(form, current.details.taxCountry, bankOfBranch);
  const { approvalId, position } = await changeAgentBank(services, adminOf(caller), current, account, context);
  if (approvalId !== null) return waitingForApproval(approvalId, position);
  return { body: await shownAgent(services, id) };
}
