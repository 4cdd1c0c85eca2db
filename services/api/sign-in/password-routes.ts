import { changePassword } from '@fynbos/application/agents/own-details.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { passwordLinkState, requestPasswordLink, resetPassword } from '@fynbos/application/sign-in/reset-password.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { EMAIL_FORMAT_MESSAGE, isEmail } from '@fynbos/domain/identity/email.ts';
import { NEW_PASSWORDS_DIFFER } from '@fynbos/domain/identity/password.ts';
import { z } from 'zod';
import { FORM_MESSAGES } from '../agents/labels.ts';
import { caseInsensitive, caseInsensitiveAs, passwordRules, requiredText, secret } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { resetLinkAnswer } from './answers.ts';

const PASSWORD_UPDATED = 'Password updated successfully';

const forgottenFields = {
  emailAddress: requiredText('Email Address is required!').refine(isEmail, EMAIL_FORMAT_MESSAGE),
} as const;
const forgottenBody = caseInsensitiveAs<typeof forgottenFields, { EmailAddress: string }>(forgottenFields);

const required = secret('Password is required!');
const resetBody = caseInsensitive({ password: required, confirmPassword: required }, passwordRules('password'));

const filledIn = secret(FORM_MESSAGES.fillIn);
const changeBody = caseInsensitive(
  { password: filledIn, newPassword: filledIn, confirmPassword: filledIn },
  passwordRules('newPassword', NEW_PASSWORDS_DIFFER),
);

/** Reset of a forgotten password, and the first password of an added or migrated person. */
export const passwordRoutes = tagged('Signing in', [
  route.post('/auth/forgot-password', {
    who: 'anyone',
    summary: 'Request a link to reset a forgotten password. The answer does not reveal whether the address is known',
    body: forgottenBody,
    message: 'Forgot Password Email Sent!',
    run: ({ body, address: network, context }, services) =>
      services.auth.constantTime(async (): Promise<undefined> => {
        await requestPasswordLink(services, body.emailAddress, { network, context });
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
      token: z
        .string(AGENT_MESSAGES.linkInvalid)
        .min(1, AGENT_MESSAGES.linkInvalid)
        .max(300, AGENT_MESSAGES.linkInvalid),
    }),
    body: resetBody,
    message: PASSWORD_UPDATED,
    run: ({ body, query, address: network, context }, services) =>
      resetPassword(services, query.token, body.password, { network, context }),
  }),
]);

/** An agent changes their own password. */
export const passwordChangeRoutes = tagged('Profile', [
  route.put('/password/update-password/{id}', {
    who: 'self',
    summary: 'Change your password, with the old one and a proof for `password`',
    body: changeBody,
    message: PASSWORD_UPDATED,
    run: ({ body: { password: oldPassword, newPassword }, caller, context }, services) =>
      changePassword(services, agentOf(caller), { oldPassword, newPassword }, context),
  }),
]);
