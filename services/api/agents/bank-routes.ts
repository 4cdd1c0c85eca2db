import { loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { changeOwnBankDetails } from '@fynbos/application/agents/own-details.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { coolingHoursAt } from '@fynbos/application/reward-policy/current-policy.ts';
import { knownBanks } from '@fynbos/application/reward-policy/programme-lists.ts';
import { isBranchCode, isOtherBank } from '@fynbos/domain/identity/banks.ts';
import { z } from 'zod';
import { across, caseless, optionalText } from '../http/fields.ts';
import { messageAnswer, route, tagged } from '../http/route.ts';
import { bankAnswerOf } from './agent-answer.ts';
import { accountNumberProblem, bankFields, bankOf } from './agent-form.ts';
import { storedBankAnswer } from './answers.ts';
import { FORM_MESSAGES, requiredMessage } from './labels.ts';

/** Messages of the stand-alone form. A form with a branch name is the profile's variant (specification, section 5). */
const STAND_ALONE = {
  holder: 'Account Holder Name is required.',
  bank: 'Bank Name is required.',
  account: 'Valid Account Number is required.',
  branch: 'Branch Code is required.',
} as const;

/** Returns a field's message: the profile's where `branchName` was sent, otherwise the stand-alone form's. */
const say = ({ branchName }: { branchName?: string | undefined }, standAlone: string, profile: string) =>
  branchName === undefined ? standAlone : profile;

const rules = [
  across('bankAccountHolderName', (form) =>
    form.bankAccountHolderName ? null : say(form, STAND_ALONE.holder, requiredMessage('bankAccountHolderName')),
  ),
  across('bankName', (form) => (form.bankName ? null : say(form, STAND_ALONE.bank, requiredMessage('bankName')))),
  across('otherBankName', ({ bankName = '', otherBankName }) =>
    isOtherBank(bankName) && !otherBankName ? requiredMessage('otherBankName') : null,
  ),
  across('bankAccountNumber', (form) => {
    const { bankAccountNumber: number = '' } = form;
    const problem =
      number === '' ? requiredMessage('bankAccountNumber') : accountNumberProblem(number.replace(/\s/g, ''));
    return problem && say(form, STAND_ALONE.account, problem);
  }),
  across('branchCode', (form) => {
    const { bankName = '', branchCode = '' } = form;
    if (branchCode === '')
      return isOtherBank(bankName) ? null : say(form, STAND_ALONE.branch, requiredMessage('branchCode'));
    return isBranchCode(branchCode) ? null : FORM_MESSAGES.branchCode;
  }),
  across('branchName', ({ branchName }) => (branchName === '' ? requiredMessage('branchName') : null)),
] as const;

const bankBody = caseless(
  {
    bankName: optionalText(),
    otherBankName: optionalText(),
    bankAccountHolderName: optionalText(),
    bankAccountNumber: optionalText(64),
    branchCode: optionalText(64),
    branchName: z.string().trim().max(200).optional(),
    accountType: bankFields.accountType,
    bic: bankFields.bic,
  },
  rules,
);

/** An agent reads and changes their own banking details. */
export const bankRoutes = tagged('Profile', [
  route.get('/TravelAgency/BankingDetails/{id}', {
    who: 'self',
    summary: 'Show your banking details',
    answer: storedBankAnswer,
    handle: async ({ params }, services) => {
      const [agent, banks, coolingHours] = await Promise.all([
        loadAgent(services, params.id),
        knownBanks(services),
        coolingHoursAt(services, services.now()),
      ]);
      return { body: { ...bankAnswerOf(agent, banks), coolingHours } };
    },
  }),
  route.put('/TravelAgency/banking-details/{id}', {
    who: 'self',
    summary: 'Change your banking details, with a proof for `banking`',
    body: bankBody,
    answer: messageAnswer,
    handle: async ({ body, caller, context }, services) => {
      const agent = agentOf(caller);
      const { details, bank: before } = await loadAgent(services, agent.agentId);
      const form = { ...body, branchName: body.branchName ?? before?.branchName ?? '' };
      const bank = bankOf(form, details.taxCountry, await knownBanks(services));
      const position = await changeOwnBankDetails(services, agent, bank, context);
      const message =
        body.branchName === undefined ? 'Banking details updated successfully!' : 'Bank details updated successfully';
      return { body: { message }, position };
    },
  }),
]);
