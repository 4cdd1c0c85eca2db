import type { OwnPasskey, SessionEntry } from '@fynbos/api/sign-in/answers.ts';
import { createPasskey } from '@fynbos/web-agent/src/passkeys/create.ts';
import { KEYS, saveValue } from '@fynbos/web-agent/src/state/storage.ts';
import { json } from '../api/http.ts';

interface Done {
  readonly message?: string;
}

/** A call of the signed-in person, under `/api/auth/`. */
const own = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> =>
  (await json(`/api/auth/${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }))
    .json as Answer;

/** Makes one change of the own passkeys after the password is confirmed (rule C9). */
async function withPassword(password: string, change: () => Promise<Done>): Promise<Done> {
  await own('POST', 'passkeys/confirm-password', { password });
  return change();
}

export const passkeys = {
  list: () => own<OwnPasskey[]>('GET', 'passkeys'),
  /** Creates a passkey on this device and adds it. Throws `NoPasskey` if the browser creates none. */
  add: (name: string, password: string) =>
    withPassword(password, async () => {
      const credential = await createPasskey(await own('POST', 'passkeys/challenge'));
      const done = await own<Done>('POST', 'passkeys', { name, credential });
      saveValue(KEYS.passkey, 'yes');
      return done;
    }),
  rename: (id: string, name: string, password: string) =>
    withPassword(password, () => own('PUT', `passkeys/${id}`, { name })),
  remove: (id: string, password: string) => withPassword(password, () => own('DELETE', `passkeys/${id}`)),
};

export const sessions = {
  list: async () =>
    (await own<SessionEntry[]>('GET', 'sessions')).map(({ address, ...session }) => ({ network: address, ...session })),
  end: (id: string) => own('DELETE', `sessions/${id}`),
  endOthers: () => own('POST', 'sessions/end-others'),
};
