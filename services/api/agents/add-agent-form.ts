import { PASSWORDS_DIFFER, passwordProblem } from '@fynbos/domain/identity/password.ts';
import { z } from 'zod';
import { across, caseless, yesNo } from '../http/fields.ts';
import { type AgentForm, bankFields, bankRules, personFields, personRules } from './agent-form.ts';

/** Maps null to absent, which selects the default. A blank value is refused where the field must not be blank. */
const absent = (value: unknown) => (value === null ? undefined : value);

const shape = {
  ...personFields,
  ...bankFields,
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
  communicationMethod: z.preprocess((value) => absent(value) ?? 'C', z.enum(['E', 'C'], 'E or C.')),
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
