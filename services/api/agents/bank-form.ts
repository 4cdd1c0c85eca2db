import { isOtherBank } from '@fynbos/domain/bank-list/banks.ts';
import { INVISIBLE_MESSAGE, isVisible } from '@fynbos/domain/identity/visible-text.ts';
import { z } from 'zod';
import { caseInsensitive, fieldRule, optionalLine } from '../http/fields.ts';
import { accountNumberProblem, bankFields, branchCodeProblem } from './agent-form.ts';
import { requiredMessage } from './labels.ts';

/** Messages of the stand-alone form. A form with a branch name is the profile's variant (specification, section 5). */
const BANK_MESSAGES = {
  holder: 'Account Holder Name is required.',
  bank: 'Bank Name is required.',
  account: 'Valid Account Number is required.',
  branch: 'Branch Code is required.',
} as const;

/** Returns a field's message: the profile's where `branchName` was sent, otherwise the stand-alone form's. */
const fieldMessage = ({ branchName }: { branchName?: string | undefined }, standAlone: string, profile: string) =>
  branchName === undefined ? standAlone : profile;

const bankRules = [
  fieldRule('bankAccountHolderName', (form) =>
    form.bankAccountHolderName
      ? null
      : fieldMessage(form, BANK_MESSAGES.holder, requiredMessage('bankAccountHolderName')),
  ),
  fieldRule('bankName', (form) =>
    form.bankName ? null : fieldMessage(form, BANK_MESSAGES.bank, requiredMessage('bankName')),
  ),
  fieldRule('otherBankName', ({ bankName = '', otherBankName }) =>
    isOtherBank(bankName) && !otherBankName ? requiredMessage('otherBankName') : null,
  ),
  fieldRule('bankAccountNumber', (form) => {
    const problem = accountNumberProblem(form.bankAccountNumber ?? '');
    return problem && fieldMessage(form, BANK_MESSAGES.account, problem);
  }),
  fieldRule('branchCode', (form) => {
    const { bankName = '', branchCode = '' } = form;
    const problem = branchCodeProblem(branchCode, bankName);
    return problem && branchCode === '' ? fieldMessage(form, BANK_MESSAGES.branch, problem) : problem;
  }),
  fieldRule('branchName', ({ branchName }) => (branchName === '' ? requiredMessage('branchName') : null)),
] as const;

/** An agent’s own bank details, by the profile or by the stand-alone form. */
export const bankBody = caseInsensitive(
  {
    bankName: optionalLine(),
    otherBankName: optionalLine(),
    bankAccountHolderName: optionalLine(),
    bankAccountNumber: optionalLine(64),
    branchCode: optionalLine(64),
    branchName: z.string().trim().max(200).refine(isVisible, INVISIBLE_MESSAGE).optional(),
    accountType: bankFields.accountType,
    bic: bankFields.bic,
  },
  bankRules,
);
