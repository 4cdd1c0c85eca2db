import { startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { call } from '../api/client.ts';
import type { Answer, PasskeyCreationOptions } from '../api/types.ts';
import { KEYS, keep } from '../session/storage.ts';

/** The browser created no passkey. `message` is shown to the person. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey';
}

/**
 * Creates a passkey on this device and adds it to the account. Throws `NoPasskey` if the browser refuses or the person
 * cancels, and an `ApiError`.
 */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await call<PasskeyCreationOptions>('POST', 'auth/passkeys/challenge', { quiet: 'errors' });
  const credential = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw new NoPasskey(problemOf(error));
  });
  await call<Answer>('POST', 'auth/passkeys', { body: { name, credential }, quiet: true });
  keep(KEYS.passkey, 'yes');
}

function problemOf(error: unknown): string {
  const code = error instanceof WebAuthnError ? error.code : '';
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device already has a passkey for your account.';
  if (code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT')
    return 'This device has no screen lock. Set a PIN or fingerprint first, then add the passkey.';
  return 'No passkey was created. Try again.';
}
