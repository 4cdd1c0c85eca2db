import { type RegistrationResponseJSON, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type { PasskeyCreationOptions } from '../api/types.ts';

/** The browser created no passkey. `message` is shown to the person. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey';
}

/** Creates a passkey on this device. Throws `NoPasskey` if the browser refuses or the person cancels. */
export const createPasskey = (optionsJSON: PasskeyCreationOptions): Promise<RegistrationResponseJSON> =>
  startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw new NoPasskey(problemOf(error));
  });

function problemOf(error: unknown): string {
  const code = error instanceof WebAuthnError ? error.code : '';
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device already has a passkey for your account.';
  if (code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT')
    return 'This device has no screen lock. Set a PIN or fingerprint first, then add the passkey.';
  return 'No passkey was created. Try again.';
}
