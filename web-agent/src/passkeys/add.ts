import { call } from '../api/client.ts';
import { KEYS, saveValue } from '../state/storage.ts';
import { createPasskey } from './create.ts';

/** Creates a passkey on this device and adds it to the account. Throws `NoPasskey` and an `ApiError`. */
export async function addPasskey(name: string): Promise<void> {
  const options = await call('POST', 'auth/passkeys/challenge', { quiet: 'errors' });
  const credential = await createPasskey(options);
  await call('POST', 'auth/passkeys', { body: { name, credential }, quiet: true });
  saveValue(KEYS.passkey, 'yes');
}
