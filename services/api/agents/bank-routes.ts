import { agentOf } from '@fynbos/application/caller.ts';
import { handle, load } from '@fynbos/application/handle.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import { BANK_FIELDS } from '@fynbos/domain/agent/details.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { isBranchCode, isOtherBank } from '@fynbos/domain/identity/banks.ts';
import { REWARD_POLICY_STREAM, rewardPolicyDecider, termsOn } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { z } from 'zod';
import { across, caseless, optionalText } from '../http/fields.ts';
import { type Answer, type Call, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { bankAnswer } from './agent-answer.ts';
import { accountNumberProblem, bankOf } from './agent-form.ts';
import { knownBanks } from './known-banks.ts';
import { FORM_MESSAGES, requiredMessage } from './labels.ts';
import { knownAgent } from './update-agent.ts';

/** Messages of the stand-alone form; the profile's variant is the one that sends a branch name (specification, section 5). */
const STAND_ALONE = {
  holder: 'Account Holder Name is required.',
  bank: 'Bank Name is required.',
  account: 'Valid Account Number is required.',
  branch: 'Branch Code is required.',
} as const;

interface Bank {
  readonly bankName: string;
  readonly otherBankName: string;
  readonly bankAccountHolderName: string;
  readonly bankAccountNumber: string;
  readonly branchCode: string;
  readonly branchName?: string | undefined;
}

/** The message of a field: the stand-alone form's, or the profile's where `branchName` was sent. */
const say = ({ branchName }: Partial<Bank>, standAlone: string, profile: string) =>
  branchName === undefined ? standAlone : profile;

const rules = [
  across<Bank>('bankAccountHolderName', (form) =>
    form.bankAccountHolderName ? null : say(form, STAND_ALONE.holder, requiredMessage('bankAccountHolderName')),
  ),
  across<Bank>('bankName', (form) => (form.bankName ? null : say(form, STAND_ALONE.bank, requiredMessage('bankName')))),
  across<Bank>('otherBankName', ({ bankName = '', otherBankName }) =>
    isOtherBank(bankName) && !otherBankName ? requiredMessage('otherBankName') : null,
  ),
  across<Bank>('bankAccountNumber', (form) => {
    const { bankAccountNumber: number = '' } = form;
    const problem =
      number === '' ? requiredMessage('bankAccountNumber') : accountNumberProblem(number.replace(/\s/g, ''));
    return problem && say(form, STAND_ALONE.account, problem);
  }),
  across<Bank>('branchCode', (form) => {
    const { bankName = '', branchCode = '' } = form;
    if (branchCode === '')
      return isOtherBank(bankName) ? null : say(form, STAND_ALONE.branch, requiredMessage('branchCode'));
    return isBranchCode(branchCode) ? null : FORM_MESSAGES.branchCode;
  }),
  across<Bank>('branchName', ({ branchName }) => (branchName === '' ? requiredMessage('branchName') : null)),
] as const;

const bankBody = caseless(
  {
    bankName: optionalText(),
    otherBankName: optionalText(),
    bankAccountHolderName: optionalText(),
    bankAccountNumber: optionalText(64),
    branchCode: optionalText(64),
    branchName: z.string().trim().max(200).optional(),
  },
  (body) => {
    let checked = body;
    for (const rule of rules) checked = checked.refine(...(rule as Parameters<typeof body.refine>)) as typeof body;
    return checked;
  },
);

/** Changes the account with the proof for banking, ends the other sessions and starts the cooling. */
async function changeBank(
  services: Services,
  { body, caller, context }: Call<z.output<typeof bankBody>>,
): Promise<Answer> {
  const { agentId, sessionId } = agentOf(caller);
  const person = `agent-${agentId}`;
  const { details, bank: before } = await knownAgent(services, agentId);
  const branchName = body.branchName ?? before?.branchName ?? '';
  const bank = bankOf({ ...body, branchName }, details.taxCountry, await knownBanks(services));
  const command = { type: 'ChangeBankDetails', at: context.now.toISOString(), bank } as const;
  const position = await services.auth.proofs.spend(sessionId, 'banking', async () => {
    const done = await handle(services.log, agentDecider, person, command, context);
    return { spent: done.position !== undefined, result: done.position };
  });
  if (position) await services.auth.sessions.endOthers(person, sessionId);
  const message =
    body.branchName === undefined ? 'Banking details updated successfully!' : 'Bank details updated successfully';
  return { body: { message }, ...(position ? { position } : {}) };
}

const bankShape = z.object(
  Object.fromEntries(BANK_FIELDS.filter((field) => field !== 'bankCountry').map((field) => [field, z.string()])),
);

/** One's own banking details: read, and changed with a proof. */
export const bankRoutes = (services: Services): Route[] => [
  route({
    method: 'get',
    paths: ['/TravelAgency/BankingDetails/{id}'],
    who: 'self',
    tag: 'Profile',
    summary: "One's own banking details.",
    answer: bankShape.extend({
      otherBankName: z.string(),
      changedAt: z.string().nullable(),
      /** How long a new account receives nothing, by the policy in force. */
      coolingHours: z.int(),
    }),
    handle: async ({ params }) => {
      const [agent, banks, policy] = await Promise.all([
        knownAgent(services, params.id ?? ''),
        knownBanks(services),
        load(services.log, rewardPolicyDecider, REWARD_POLICY_STREAM),
      ]);
      const { coolingHours } = termsOn(policy.state, dayOf(services.now()));
      return { body: { ...bankAnswer(agent, banks), coolingHours } };
    },
  }),
  route({
    method: 'put',
    paths: ['/TravelAgency/banking-details/{id}'],
    who: 'self',
    tag: 'Profile',
    summary: "Change one's own banking details, with a proof for `banking`.",
    body: bankBody,
    answer: z.object({ message: z.string() }),
    handle: (call) => changeBank(services, call),
  }),
];
