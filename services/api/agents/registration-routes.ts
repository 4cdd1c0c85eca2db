import { registerAgent } from '@fynbos/application/agents/register-agent.ts';
import { OTP_SENT } from '@fynbos/application/auth/codes.ts';
import { inviterByLink } from '@fynbos/application/referrals/invitations.ts';
import { knownBanks } from '@fynbos/application/reward-policy/programme-lists.ts';
import { iataNumberWarning, isTaxNumber } from '@fynbos/domain/identity/numbers.ts';
import { PASSWORDS_DIFFER } from '@fynbos/domain/identity/password.ts';
import { dialledDigits } from '@fynbos/domain/identity/phone.ts';
import { z } from 'zod';
import { across, caseless, needed, optionalText, passwordRule, secret } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import {
  type AgentForm,
  bankFields,
  bankOf,
  bankRules,
  DIAL_CODE_LENGTH,
  detailsOf,
  personFields,
  personRules,
} from './agent-form.ts';
import { communicationMethod } from './answers.ts';
import { FORM_MESSAGES, requiredMessage } from './labels.ts';

const shape = {
  ...personFields,
  ...bankFields,
  countryDialCode: needed(requiredMessage('countryDialCode'), DIAL_CODE_LENGTH),
  password: secret(requiredMessage('password')),
  confirmPassword: secret(requiredMessage('confirmPassword')),
  termsAndConditions: z.literal('Y', FORM_MESSAGES.terms),
  employerConsent: z.literal('Y', FORM_MESSAGES.consent),
  communicationMethod: z.enum(['E', 'C'], FORM_MESSAGES.method),
  /** The code of an agent's personal link, if the person came by one. */
  referralLink: optionalText(),
} as const;

type Form = AgentForm & { password: string; confirmPassword: string };

const passwordRules = [
  passwordRule('password'),
  across<Form>('confirmPassword', ({ password, confirmPassword }) =>
    !confirmPassword || password === confirmPassword ? null : PASSWORDS_DIFFER,
  ),
] as const;

export const registrationBody = caseless(shape, [...personRules, ...bankRules, ...passwordRules]);

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

/** A visitor registers as an agent. */
export const registrationRoutes = tagged('Registration', [
  route.post('/travel-agency/register', {
    who: 'anyone',
    summary: 'Register as an agent. A one-time code is sent to confirm the contact details',
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
      return {
        body: { id: agentId, ...contact, warnings: warningsOf(body), message: OTP_SENT },
        position,
      };
    },
  }),
]);
