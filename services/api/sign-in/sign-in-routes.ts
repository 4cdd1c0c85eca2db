import { INVALID_OTP, OTP_CONTACT_MISSING } from '@fynbos/application/sign-in/channel.ts';
import { isEmail } from '@fynbos/domain/identity/email.ts';
import { z } from 'zod';
import { across, caseless, optionalText, secret } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { signIn } from './sign-in.ts';
import { verifySignIn } from './verify-sign-in.ts';

const method = z.preprocess(
  (value) => (value === undefined || value === null ? '' : value),
  z.enum(['E', 'C', ''], 'E or C.'),
);

const signInBody = caseless(
  {
    idNumber: optionalText(),
    emailAddress: optionalText(),
    password: secret('Password is required!'),
    communicationMethod: method,
  },
  (body) =>
    body.refine(
      ...across<{ idNumber: string; emailAddress: string }>('idNumber', ({ idNumber, emailAddress }) =>
        idNumber || emailAddress ? null : 'ID Number or Email Address is required!',
      ),
    ),
);

/** Six digits. Spaces and hyphens from pasted text are removed. */
export const otp = z.preprocess(
  (value) => (typeof value === 'number' ? String(value).padStart(6, '0') : value),
  z
    .string(INVALID_OTP)
    .transform((text) => text.replace(/[\s-]/g, ''))
    .refine((text) => /^\d{6}$/.test(text), INVALID_OTP),
);

/** The fields sent with a code. The sent channel is not trusted. */
export const enteredCode = caseless(
  { email: optionalText(), phoneNumber: optionalText(), communicationMethod: optionalText(), otp },
  (body) =>
    body.refine(
      ...across<{ email: string; phoneNumber: string }>('email', ({ email, phoneNumber }) =>
        email && phoneNumber && isEmail(email) ? null : OTP_CONTACT_MISSING,
      ),
    ),
);

const signInAnswer = z.union([
  z.object({ emailAddress: z.string(), communicationMethod: z.string(), cellNumber: z.string(), message: z.string() }),
  z.object({ adminId: z.int(), email: z.string(), token: z.string(), name: z.string(), roles: z.array(z.string()) }),
]);

/** Sign-in, and its second step for agents. */
export const signInRoutes = (services: Services): Route[] => [
  route({
    method: 'post',
    paths: ['/auth/login'],
    who: 'anyone',
    tag: 'Signing in',
    summary: 'Sign in with an ID number or e-mail address. An agent then gets a code; an administrator gets a token.',
    body: signInBody,
    answer: signInAnswer,
    handle: (call) => signIn(services, call),
  }),
  route({
    method: 'post',
    paths: ['/auth/verify-otp'],
    who: 'anyone',
    tag: 'Signing in',
    summary: 'Enter the code of a sign-in; answers with the token and the agent.',
    body: enteredCode,
    answer: z.object({ token: z.string(), travelAgent: z.looseObject({ id: z.int() }) }),
    handle: (call) => verifySignIn(services, call),
  }),
];
