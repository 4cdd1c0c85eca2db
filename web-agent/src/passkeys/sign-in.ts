import { startAuthentication } from '@simplewebauthn/browser';
import { call, QUIET } from '../api/client.ts';
import { keepSession } from '../session/session.ts';
import { KEYS, saveValue } from '../state/storage.ts';

/**
 * Signs in with a passkey and stores the session. `autofill`: the browser offers passkeys in the input for the sign-in
 * name, and this waits until one is chosen. Returns the path that opens next. Throws an `ApiError`, or the browser's
 * error if the person cancels.
 */
export async function signInWithPasskey(autofill: boolean, landsOn: string): Promise<string> {
  const optionsJSON = await call('POST', 'auth/passkey-sign-in/challenge', QUIET);
  const body = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill });
  const answer = await call('POST', 'auth/passkey-sign-in', { body, ...QUIET });
  saveValue(KEYS.passkey, 'yes');
  return keepSession(answer, landsOn);
}
