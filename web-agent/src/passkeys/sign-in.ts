import { startAuthentication } from '@simplewebauthn/browser';
import { call, QUIET } from '../api/client.ts';
import { storeSession } from '../session/session.ts';
import { KEYS, saveValue } from '../state/storage.ts';

interface Options {
  /** Waits until one of the passkeys in the sign-in name's input is chosen. */
  readonly autofill?: boolean;
  /** Called when the person has chosen a passkey, before the server checks it. */
  readonly onChosen?: () => void;
}

/**
 * Stores the session. Returns the next path. Throws an `ApiError`, or the browser's error if the person cancels.
 */
export async function signInWithPasskey(landsOn: string, { autofill, onChosen }: Options = {}): Promise<string> {
  const optionsJSON = await call('POST', 'auth/passkey-sign-in/challenge', QUIET);
  const body = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill === true });
  onChosen?.();
  const answer = await call('POST', 'auth/passkey-sign-in', { body, ...QUIET });
  saveValue(KEYS.passkey, 'yes');
  return storeSession(answer, landsOn);
}
