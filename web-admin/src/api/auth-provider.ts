import type { AuthProvider } from 'react-admin';
import { get, json } from './http.ts';
import { bearer, forgetSession, signedIn, whoAmI } from './session.ts';

/** What the server says of the signed-in admin: the permissions held, alone (`yes`) or with a second person. */
export interface Me {
  readonly adminId: number;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly permissions: Readonly<Record<string, 'yes' | 'second'>>;
}

let me: Promise<Me> | null = null;

/** Asked once a page load. */
export function getMe(): Promise<Me> {
  me ??= get<Me>('me').catch((error) => {
    me = null;
    throw error;
  });
  return me;
}

/** Sign-in is the portal's landing card; a token that is no admin's goes where the specification sends it (section 2, Access rule). */
function leave(): Promise<never> {
  window.location.assign(signedIn() === 'agent' ? '/unauthorized' : '/');
  return new Promise(() => undefined);
}

export const authProvider: AuthProvider = {
  login: leave,
  checkAuth: () => (signedIn() === 'admin' ? Promise.resolve() : leave()),
  /** 401: the session is over. 403 is an answer, not an end of the session. */
  checkError: (error: { status?: number }) => {
    if (error?.status !== 401) return Promise.resolve();
    forgetSession();
    return leave();
  },
  async logout() {
    if (bearer()) await json('/api/auth/logout', { method: 'POST' }).catch(() => undefined);
    forgetSession();
    return leave();
  },
  getIdentity: () => Promise.resolve(whoAmI()),
  getPermissions: async () => (await getMe()).permissions,
};
