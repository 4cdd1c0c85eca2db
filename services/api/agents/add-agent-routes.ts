import { addAgent } from '@fynbos/application/agents/register-agent.ts';
import { knownBanks } from '@fynbos/application/reward-policy/programme-lists.ts';
import { PASSWORDS_DIFFER, passwordProblem } from '@fynbos/domain/identity/password.ts';
import { z } from 'zod';
import { across, caseless, needed, yesNo } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import {
  type AgentForm,
  bankFields,
  bankOf,
  bankRules,
  DEFAULTS,
  detailsOf,
  personFields,
  personRules,
} from './agent-form.ts';
import { warningShape, warningsOf } from './registration-routes.ts';

/** A field with a default gets it when it is absent; a blank value is refused. */
const shape = {
  ...personFields,
  ...bankFields,
  idType: z.preprocess((value) => value ?? DEFAULTS.idType, needed('ID Type is required!', 64)),
  rentalCo: z.preprocess((value) => value ?? DEFAULTS.rentalCo, needed('Rental Company is required!', 64)),
  password: z.preprocess(
    (value) => (value === null || value === '' ? undefined : value),
    z.string().max(200).optional(),
  ),
  confirmPassword: z.preprocess(
    (value) => (value === null || value === '' ? undefined : value),
    z.string().max(200).optional(),
  ),
  termsAndConditions: yesNo(false),
  employerConsent: yesNo(true),
  communicationMethod: z.preprocess((value) => value ?? 'C', z.enum(['E', 'C'], 'E or C.')),
} as const;

type Form = AgentForm & { password?: string; confirmPassword?: string };

const passwordRules = [
  across<Form>('password', ({ password }) => (password === undefined ? null : passwordProblem(password))),
  across<Form>('confirmPassword', ({ password, confirmPassword }) =>
    password === confirmPassword || password === undefined ? null : PASSWORDS_DIFFER,
  ),
] as const;

/** Form with which an administrator adds an agent: the registration form with an optional password. */
export const addAgentBody = caseless(shape, [...personRules, ...bankRules, ...passwordRules]);

/** An administrator adds an agent. */
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
