import { AgentImport, type AgentLine } from '@fynbos/application/agents/import-agents.ts';
import { type ImportOutcome, type ImportRun, rejected } from '@fynbos/application/import-run.ts';
import { type KnownBank, knownBanks } from '@fynbos/application/reward-policy/programme-lists.ts';
import { EMAIL_FORMAT_MESSAGE, isEmail } from '@fynbos/domain/identity/email.ts';
import { isTrackingNumber } from '@fynbos/domain/identity/numbers.ts';
import { z } from 'zod';
import { day, requiredNumber, withRules, yesNo } from '../http/fields.ts';
import type { Services } from '../http/services.ts';
import { itemErrors, unstorable } from '../http/validate.ts';
import { type LineHandlers, refusedLine } from '../imports/import-routes.ts';
import { type AgentForm, bankFields, bankOf, bankRules, detailsOf, personFields, personRules } from './agent-form.ts';
import { warningsOf } from './registration-routes.ts';

/** An `agent` line: the registration fields without a password, with tracking number and first day. */
const shape = z.strictObject({
  type: z.literal('agent'),
  ...personFields,
  ...bankFields,
  termsAndConditions: yesNo(false),
  employerConsent: yesNo(true),
  communicationMethod: z.preprocess(
    (value) => (value === undefined ? 'C' : value),
    z.enum(['E', 'C'], 'Must be E or C.'),
  ),
  loyaltyTrackingNo: requiredNumber('Loyalty Tracking Number is required!').refine(
    isTrackingNumber,
    'Letters, digits and hyphens only.',
  ),
  activeFrom: day('Active From must be a valid date.'),
});

/** All registration rules except one: the previous system accepted personal e-mail addresses. */
const rules = [...personRules, ...bankRules].filter(([, { path }]) => path[0] !== 'emailAddress');

const agentLine = withRules(shape, rules).refine(({ emailAddress }) => isEmail(emailAddress), {
  path: ['emailAddress'],
  error: EMAIL_FORMAT_MESSAGE,
});

/** Accepts `idtype` for `idType`, as the forms do. An exactly spelled field takes precedence. */
function withIdType(value: object): object {
  if (!('idtype' in value)) return value;
  const { idtype, ...others } = value;
  return { idType: idtype, ...others };
}

/** Returns the refusal of an invalid line. */
export function readAgentLine(value: object, bankOfBranch: KnownBank): AgentLine | ImportOutcome {
  const [bad] = unstorable(value);
  if (bad) return rejected(bad.field, bad.message);
  const parsed = agentLine.safeParse(withIdType(value));
  if (!parsed.success) return { result: 'rejected', errors: itemErrors(parsed.error) };
  const form = parsed.data;
  try {
    return {
      loyaltyTrackingNo: form.loyaltyTrackingNo,
      activeFrom: form.activeFrom,
      termsAccepted: form.termsAndConditions,
      employerConsent: form.employerConsent,
      details: detailsOf(form as AgentForm, form.communicationMethod),
      bank: bankOf(form as AgentForm, form.taxCountry, bankOfBranch),
      warnings: warningsOf(form as AgentForm).map(({ field, message }) => ({ path: field, message })),
    };
  } catch (error) {
    // The country of the bank, and with it whether a BIC is needed, is only known here.
    return refusedLine(error);
  }
}

/** Handler of an import's `agent` lines, identified by tracking number. */
export function agentLines(services: Services, run: ImportRun): LineHandlers {
  const agents = new AgentImport(services, run);
  return {
    agent: async (values) => {
      const bankOfBranch = await knownBanks(services);
      return agents.record(values.map((value) => readAgentLine(value, bankOfBranch)));
    },
  };
}
