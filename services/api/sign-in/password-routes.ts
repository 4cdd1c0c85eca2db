import { constantTime } from '@fynbos/application/auth/passwords.ts';
import { passwordLinkState, requestPasswordLink, resetPassword } from '@fynbos/application/sign-in/reset-password.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { EMAIL_FORMAT_MESSAGE, isEmail } from '@fynbos/domain/identity/email.ts';
import { PASSWORDS_DIFFER } from '@fynbos/domain/identity/password.ts';
import { z } from 'zod';
import { across, caseless, needed, passwordRule, secret } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { resetLinkAnswer } from './answers.ts';
import { FLOOR_MS } from './sign-in-routes.ts';

export const PASSWORD_UPDATED = 'Password updated successfully';

const forgottenBody = caseless({
  emailAddress: needed('Email Address is required!').refine(isEmail, EMAIL_FORMAT_MESSAGE),
});

const resetBody = caseless(
  { password: secret('Password is required!'), confirmPassword: secret('Password is required!') },
  [
    across<{ password: string; confirmPassword: string }>('confirmPassword', ({ password, confirmPassword }) =>
      confirmPassword === undefined || password === confirmPassword ? null : PASSWORDS_DIFFER,
    ),
    passwordRule('password'),
  ],
);

/** Reset of a forgotten password, and the first password of an added or migrated person. */
export const passwordRoutes = tagged('Signing in', [
  route.post('/auth/forgot-password', {
    who: 'anyone',
    summary: 'Request a link to reset a forgotten password. The answer does not reveal whether the address is known',
    body: forgottenBody,
    message: 'Forgot Password Email Sent!',
    run: ({ body, address: network, context }, services) =>
      constantTime(FLOOR_MS, async () => {
        await requestPasswordLink(services, body.emailAddress, { network, context });
        return null;
      }),
  }),
  route.get('/auth/reset-password', {
    who: 'anyone',
    summary: 'Check whether a password link is still valid',
    query: z.object({ token: z.string().max(300).catch('') }),
    answer: resetLinkAnswer,
    handle: async ({ query }, services) => ({ body: await passwordLinkState(services, query.token) }),
  }),
  route.post('/auth/reset-password', {
    who: 'anyone',
    summary: 'Set a password through the link in an e-mail. The link works once',
    query: z.object({
      token: z.string(AGENT_MESSAGES.linkDead).min(1, AGENT_MESSAGES.linkDead).max(300, AGENT_MESSAGES.linkDead),
    }),
    body: resetBody,
    message: PASSWORD_UPDATED,
    run: ({ body, query, address: network, context }, services) =>
      resetPassword(services, query.token, body.password, { network, context }),
  }),
]);
