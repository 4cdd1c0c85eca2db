import type { AnswerOf, BodyOf, Declared, Trailing } from '@fynbos/api/contract.ts';
import { createPasskey } from '@fynbos/web-agent/src/passkeys/create.ts';
import { KEYS, saveValue } from '@fynbos/web-agent/src/state/storage.ts';
import { json } from '../api/http.ts';

interface Answer {
  readonly message?: string;
}

/** A call of the signed-in person, under `/api/auth/`. */
const callOwn = async <const Method extends string, const Path extends string>(
  method: Method,
  path: Path & Declared<Method, `auth/${Path}`>,
  ...[body]: Trailing<BodyOf<Method, `auth/${Path}`>>
): Promise<AnswerOf<Method, `auth/${Path}`>> =>
  (await json(`/api/auth/${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })).json;

/** Makes one change of the own passkeys after the password is confirmed (rule C9). */
async function withPassword(password: string, change: () => Promise<Answer>): Promise<Answer> {
  await callOwn('POST', 'passkeys/confirm-password', { password });
  return change();
}

export const passkeys = {
  list: () => callOwn('GET', 'passkeys'),
  /** Creates a passkey on this device and adds it. Throws `NoPasskey` if the browser creates none. */
  add: (name: string, password: string) =>
    withPassword(password, async () => {
      const credential = await createPasskey(await callOwn('POST', 'passkeys/challenge'));
      const answer = await callOwn('POST', 'passkeys', { name, credential });
      saveValue(KEYS.passkey, 'yes');
      return answer;
    }),
  rename: (id: string, name: string, password: string) =>
    withPassword(password, () => callOwn('PUT', `passkeys/${id}`, { name })),
  remove: (id: string, password: string) => withPassword(password, () => callOwn('DELETE', `passkeys/${id}`)),
};

export const sessions = {
  list: async () =>
    (await callOwn('GET', 'sessions')).map(({ address, ...session }) => ({ network: address, ...session })),
  end: (id: string) => callOwn('DELETE', `sessions/${id}`),
  endOthers: () => callOwn('POST', 'sessions/end-others'),
};
