import { addAgent, registerAgent } from '@fynbos/application/agents/register-agent.ts';
import { OTP_SENT } from '@fynbos/application/auth/codes.ts';
import { inviterByLink } from '@fynbos/application/referrals/invitations.ts';
import { knownBanks } from '@fynbos/application/reward-policy/programme-lists.ts';
import { iataNumberWarning, isTaxNumber } from '@fynbos/domain/identity/numbers.ts';
import { dialledDigits } from '@fynbos/domain/identity/phone.ts';
import { z } from 'zod';
import {
  caseInsensitive,
  consent,
  optionalText,
  passwordRules,
  requiredText,
  type SentText,
  secret,
  yesNo,
} from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import {
  type AgentForm,
  bankFields,
  bankOf,
  bankRules,
  DEFAULTS,
  DIAL_CODE_LENGTH,
  detailsOf,
  givenFields,
  personFields,
  personRules,
} from './agent-form.ts';
import { communicationMethod } from './answers.ts';
import { FORM_MESSAGES, requiredMessage } from './labels.ts';

const shape = {
  ...personFields,
  ...bankFields,
  countryDialCode: requiredText(requiredMessage('countryDialCode'), DIAL_CODE_LENGTH),
  password: secret(requiredMessage('password')),
  confirmPassword: secret(requiredMessage('confirmPassword')),
  termsAndConditions: consent(FORM_MESSAGES.terms),
  employerConsent: consent(FORM_MESSAGES.consent),
  communicationMethod: z.enum(['E', 'C'], FORM_MESSAGES.method),
  /** The code of an agent's personal link, if the person came by one. */
  referralLink: optionalText(),
} as const;

const rules = [...personRules, ...bankRules, ...passwordRules('password')];
export const registrationBody = caseInsensitive(shape, rules);

export const warningShape = z.object({ field: z.string(), message: z.string() });

/** Warnings about a form that do not refuse it. A doubtful tax number blocks the payout later (T7). */
export function warningsOf({
  taxNumber,
  taxCountry,
  iataNumber,
}: Pick<AgentForm, 'taxNumber' | 'taxCountry' | 'iataNumber'>) {
  const warnings: z.output<typeof warningShape>[] = [];
  if (!isTaxNumber(taxNumber, taxCountry)) {
    warnings.push({
      field: 'taxNumber',
      message: 'This does not look like an income tax number. It is needed before the first payout.',
    });
  }
  const iata = iataNumberWarning(iataNumber);
  if (iata) warnings.push({ field: 'iataNumber', message: iata });
  return warnings;
}

export const registrationRoutes = tagged('Registration', [
  route.post('/travel-agency/register', {
    who: 'anyone',
    summary: 'Register as an agent. A one-time password (code) is sent to confirm the contact details',
    status: 201,
    body: registrationBody,
    answer: z.object({
      id: z.int(),
      emailAddress: z.string(),
      cellNumber: z.string(),
      communicationMethod,
      warnings: z.array(warningShape),
      message: z.string(),
    }),
    handle: async ({ body, context, address }, services) => {
      const details = detailsOf(body, body.communicationMethod);
      const bank = bankOf(body, body.taxCountry, await knownBanks(services));
      const referredByAgentId = (await inviterByLink(services, body.referralLink))?.agentId;
      const agent = { details, bank, password: body.password, referredByAgentId };
      const { agentId, position } = await registerAgent(services, agent, address, context);
      const { communicationMethod, emailAddress } = details;
      const contact = { emailAddress, cellNumber: dialledDigits(details.cellNumber), communicationMethod };
      return { body: { id: agentId, ...contact, warnings: warningsOf(body), message: OTP_SENT }, position };
    },
  }),
]);

const optionalPassword = z.preprocess(
  (value: string | null | undefined) => value ?? undefined,
  secret(requiredMessage('password')).optional(),
);

/** A field with a default gets it when it is absent; a blank value is refused. */
const addAgentShape = {
  ...personFields,
  ...bankFields,
  idType: z.preprocess((value: SentText | null | undefined) => value ?? DEFAULTS.idType, givenFields.idType),
  rentalCo: z.preprocess((value: SentText | null | undefined) => value ?? DEFAULTS.rentalCo, givenFields.rentalCo),
  password: optionalPassword,
  confirmPassword: z.preprocess(
    (value: string | null | undefined) => value || undefined,
    z.string().max(200).optional(),
  ),
  termsAndConditions: yesNo(false),
  employerConsent: yesNo(true),
  communicationMethod: z.preprocess(
    (value: 'E' | 'C' | null | undefined) => value ?? 'C',
    z.enum(['E', 'C'], 'Must be E or C.'),
  ),
} as const;

export const addAgentBody = caseInsensitive(addAgentShape, rules);

export const addAgentRoutes = tagged('Travel agents', [
  route.post(['/admin/add-agent', '/admin/travel-agents'], {
    who: { admin: 'agents:change' },
    summary: 'Add an agent. Without a password, the agent receives a link by e-mail to set one',
    status: 201,
    body: addAgentBody,
    answer: z.object({ id: z.int(), warnings: z.array(warningShape), message: z.string() }),
    handle: async ({ body, context }, services) => {
      const agent = {
        details: detailsOf(body, body.communicationMethod),
        bank: bankOf(body, body.taxCountry, await knownBanks(services)),
        password: body.password,
        termsAccepted: body.termsAndConditions,
        employerConsent: body.employerConsent,
      };
      const { agentId, position } = await addAgent(services, agent, context);
      const message = 'Travel agent created successfully!';
      return { body: { id: agentId, warnings: warningsOf(body), message }, position };
    },
  }),
]);
