import { claimIdNumber, releaseIdNumber } from '@fynbos/application/agents/claims.ts';
import { type KnownBank, knownBanks } from '@fynbos/application/agents/known-banks.ts';
import { loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { handle } from '@fynbos/application/handle.ts';
import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import type { AgentDetails, BankAccount } from '@fynbos/domain/agent/details.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { changedEmailProblem } from '@fynbos/domain/identity/email.ts';
import { comparableIdNumber } from '@fynbos/domain/identity/id-number.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { z } from 'zod';
import { leaveForApproval } from '../approvals/waiting.ts';
import { across, neededNumber } from '../http/fields.ts';
import type { Answer, Call } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { validate } from '../http/validate.ts';
import { Stale } from '../lists/version.ts';
import { bankFields, bankOf, bankRules, detailsOf, personFields, personRules } from './agent-form.ts';
import { isHidden, shownAgent } from './agent-view.ts';

const CONTACT = ['emailAddress', 'cellNumber'] as const;

/** Form for a person with a known stored address. The address rule applies only to new addresses. */
const personForm = (stored: string) =>
  [
    ...personRules.filter(([, { path }]) => path[0] !== 'emailAddress'),
    across<{ emailAddress: string }>('emailAddress', ({ emailAddress }) =>
      emailAddress ? changedEmailProblem(emailAddress, stored) : null,
    ),
  ].reduce<z.ZodType<z.output<z.ZodObject<typeof personFields>>>>(
    (schema, [check, options]) => schema.refine(check as never, options as never),
    z.object({ ...personFields, idNumber: neededNumber('ID Number or Passport is required.') }),
  );
const bankForm = bankRules.reduce<z.ZodType<z.output<z.ZodObject<typeof bankFields>>>>(
  (schema, [check, options]) => schema.refine(check as never, options as never),
  z.object(bankFields),
);

/**
 * Returns the details that a form requests. Absent fields and masked numbers keep their stored value (PUT merges). The
 * country of issue follows a new tax country unless the form names one.
 */
function wantedDetails(body: Readonly<Record<string, unknown>>, details: AgentDetails): AgentDetails {
  const given = Object.fromEntries(
    Object.entries(body).filter(([field, value]) => field in personFields && !isHidden(value)),
  );
  const moves = 'taxCountry' in given && given.taxCountry !== details.taxCountry;
  const stored = moves ? { ...details, countryOfIssue: '' } : details;
  const form = validate(personForm(details.emailAddress), { ...stored, ...given });
  const method =
    body.communicationMethod === 'E' || body.communicationMethod === 'C'
      ? body.communicationMethod
      : details.communicationMethod;
  return detailsOf(form, method);
}

/**
 * Changes fields of an agent at once, and requests an approval for e-mail address and cell number. If either part is
 * refused, neither is applied. Null `version`: the caller did not send the version it saw (the call of section 7).
 * Throws `Stale`, 404, 409 and 422.
 */
export async function changeAgent(
  services: Services,
  call: Call<Record<string, unknown>>,
  id: string,
  version: number | null,
): Promise<Answer> {
  const { log } = services;
  const { body, context } = call;
  const current = await loadAgent(services, id);
  if (version !== null && current.version !== version) throw new Stale(await shownAgent(services, id));
  const wanted = wantedDetails(body, current.details);
  const fields = (Object.keys(wanted) as (keyof AgentDetails)[]).filter(
    (field) => wanted[field] !== current.details[field],
  );
  const contact = fields.filter((field) => (CONTACT as readonly string[]).includes(field));
  // The dial code changes together with its number.
  const waits = (field: string): boolean => field === 'countryDialCode' && contact.includes('cellNumber');
  const plain = fields.filter((field) => !contact.includes(field) && !waits(field));
  const owner = agentStream(id);
  let position: Position | undefined;
  const changePlain = async (): Promise<void> => {
    if (plain.length === 0) return;
    const idChanges =
      plain.includes('idNumber') &&
      comparableIdNumber(wanted.idNumber) !== comparableIdNumber(current.details.idNumber);
    const claims = async (): Promise<void> => {
      if (idChanges) await claimIdNumber(log, owner, wanted.idNumber, context);
    };
    const details = Object.fromEntries(plain.map((field) => [field, wanted[field]])) as Partial<AgentDetails>;
    const decided = (state: AgentState) => {
      if (state.version !== current.version)
        throw new DomainError('stale', 'stale', 'Somebody else has changed this meanwhile.');
      return { type: 'ChangeDetails', at: context.now.toISOString(), details } as const;
    };
    position = (await handle(log, agentDecider, owner, decided, context, { claims })).position;
    if (idChanges) await releaseIdNumber(log, owner, current.details.idNumber, context);
  };
  if (contact.length === 0) {
    await changePlain();
    return { body: await shownAgent(services, id), position: position ?? null };
  }
  const request = {
    kind: 'agent.contact',
    subject: `travel-agents/${id}`,
    summary: `Change how agent ${id} is reached`,
    fields: contact,
    payload: { agentId: Number(id) },
    personal: Object.fromEntries(contact.map((field) => [field, wanted[field]])),
  } as const;
  const waiting = await leaveForApproval(services, call, request, changePlain);
  return { ...waiting, position: waiting.position ?? position ?? null };
}

/**
 * Returns the stored account in the shape of its form. An unlisted bank is OTHER with its name, unless the form names
 * another bank.
 */
function asForm(account: BankAccount | null, given: Readonly<Record<string, unknown>>, known: KnownBank): object {
  const isListed = account && (known(account.branchCode) ?? known(String(given.branchCode)));
  const isOther = account && !isListed && !('bankName' in given);
  return { otherBankName: '', ...account, ...(isOther && { bankName: 'OTHER', otherBankName: account.bankName }) };
}

/** Requests an approval for a change of an agent's bank details (X3). `version`: as for `changeAgent`. */
export async function changeAgentBank(
  services: Services,
  call: Call<Record<string, unknown>>,
  id: string,
  version: number | null,
): Promise<Answer> {
  const { bank: account, details, version: now } = await loadAgent(services, id);
  if (version !== null && now !== version) throw new Stale(await shownAgent(services, id));
  const given = Object.fromEntries(
    Object.entries(call.body).filter(([field, value]) => field in bankFields && !isHidden(value)),
  );
  const known = await knownBanks(services);
  const form = validate(bankForm, { ...asForm(account, given, known), ...given });
  const wanted = bankOf(form, details.taxCountry, known);
  const fields = (Object.keys(wanted) as (keyof BankAccount)[]).filter(
    (field) => wanted[field] !== (account?.[field] ?? ''),
  );
  if (fields.length === 0) return { body: await shownAgent(services, id) };
  return leaveForApproval(services, call, {
    kind: 'agent.bank-details',
    subject: `travel-agents/${id}`,
    summary: `Change the bank details of agent ${id}`,
    fields,
    payload: { agentId: Number(id) },
    personal: wanted,
  });
}
