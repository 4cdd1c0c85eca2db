import type { AnswerOf, BodyOf, Declared, Trailing } from '@fynbos/api/contract.ts';
import { createPasskey } from '@fynbos/web-agent/src/passkeys/create.ts';
import { KEYS, saveValue } from '@fynbos/web-agent/src/state/storage.ts';
import { json } from '../api/http.ts';

interface Done {
  readonly message?: string;
}

/** A call of the signed-in person, under `/api/auth/`. */
const own = async <const Method extends string, const Path extends string>(
  method: Method,
  path: Path & Declared<Method, `auth/${Path}`>,
  ...[body]: Trailing<BodyOf<Method, `auth/${Path}`>>
): Promise<AnswerOf<Method, `auth/${Path}`>> =>
  (await json(`/api/auth/${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })).json;

/** Makes one change of the own passkeys after the password is confirmed (rule C9). */
async function withPassword(password: string, change: () => Promise<Done>): Promise<Done> {
  await own('POST', 'passkeys/confirm-password', { password });
  return change();
}

export const passkeys = {
  list: () => own('GET', 'passkeys'),
  /** Creates a passkey on this device and adds it. Throws `NoPasskey` if the browser creates none. */
  add: (name: string, password: string) =>
    withPassword(password, async () => {
      const credential = await createPasskey(await own('POST', 'passkeys/challenge'));
      const done = await own('POST', 'passkeys', { name, credential });
      saveValue(KEYS.passkey, 'yes');
      return done;
    }),
  rename: (id: string, name: string, password: string) =>
    withPassword(password, () => own('PUT', `passkeys/${id}`, { name })),
  remove: (id: string, password: string) => withPassword(password, () => own('DELETE', `passkeys/${id}`)),
};

export const sessions = {
  list: async () => (await own('GET', 'sessions')).map(({ address, ...session }) => ({ network: address, ...session })),
  end: (id: string) => own('DELETE', `sessions/${id}`),
  endOthers: () => own('POST', 'sessions/end-others'),
};
