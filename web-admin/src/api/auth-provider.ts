import type { AuthProvider } from 'react-admin';
import { get, json } from './http.ts';
import { bearer, forgetSession, leave, signedIn, whoAmI } from './session.ts';

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

export const authProvider: AuthProvider = {
  login: () => leave(),
  checkAuth: () => (signedIn() === 'admin' ? Promise.resolve() : leave()),
  /** A session that is over ends where it is met (`request`); a 403 is an answer and ends none. */
  checkError: () => Promise.resolve(),
  /** The session is forgotten here at once; the server is told, and not waited for. */
  logout() {
    if (bearer()) json('/api/auth/logout', { method: 'POST', keepalive: true }).catch(() => undefined);
    forgetSession();
    return leave('signed-out');
  },
  getIdentity: () => Promise.resolve(whoAmI()),
  getPermissions: async () => (await getMe()).permissions,
};
