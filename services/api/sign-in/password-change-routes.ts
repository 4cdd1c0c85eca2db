import { changePassword } from '@fynbos/application/agents/own-details.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { NEW_PASSWORDS_DIFFER } from '@fynbos/domain/identity/password.ts';
import { FORM_MESSAGES } from '../agents/labels.ts';
import { across, caseless, passwordRule, secret } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { PASSWORD_UPDATED } from './password-routes.ts';

interface Change {
  readonly password: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

const body = caseless(
  {
    password: secret(FORM_MESSAGES.fillIn),
    newPassword: secret(FORM_MESSAGES.fillIn),
    confirmPassword: secret(FORM_MESSAGES.fillIn),
  },
  [
    across<Change>('confirmPassword', ({ newPassword, confirmPassword }) =>
      !newPassword || !confirmPassword || newPassword === confirmPassword ? null : NEW_PASSWORDS_DIFFER,
    ),
    passwordRule('newPassword'),
  ],
);

/** An agent changes their own password. */
export const passwordChangeRoutes = tagged('Profile', [
  route.put('/password/update-password/{id}', {
    who: 'self',
    summary: 'Change your password, with the old one and a proof for `password`',
    body,
    message: PASSWORD_UPDATED,
    run: ({ body: { password: oldPassword, newPassword }, caller, context }, services) =>
      changePassword(services, agentOf(caller), { oldPassword, newPassword }, context),
  }),
]);
