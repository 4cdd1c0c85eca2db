/** The specification's (section 3) and further ones. */
export const KEYS = {
  token: 'token',
  adminId: 'adminId',
  adminEmail: 'adminEmail',
  adminName: 'adminName',
  idNumber: 'idNumber',
  travelAgent: 'travelAgent',
  userDetails: 'userDetails',
  userId: 'UserId',
  lastActivity: 'lastActivity',
  theme: 'theme',
  /** The language of the portal (`i18n/language.ts`). */
  language: 'language',
  /** The last figures of the signed-in agent (see `api/offline-copy.ts`). */
  offline: 'offline',
  /** Set once a passkey was used in this browser. It names no person and stays after a sign-out. */
  passkey: 'passkey',
} as const;

export type StorageKey = (typeof KEYS)[keyof typeof KEYS];

/** Returns `fallback` where the browser allows no storage (private windows and embedded views may not). */
function withStorage<T>(use: () => T, fallback: T): T {
  try {
    return use();
  } catch {
    return fallback;
  }
}

export const storageAvailable = (): boolean => withStorage(() => typeof localStorage !== 'undefined', false);

/** Returns the stored value; null if there is none or storage is not available. */
export const loadValue = (key: StorageKey): string | null => withStorage(() => localStorage.getItem(key), null);

/** Stores a value; without storage it does nothing, and the caller reads null later. */
export const saveValue = (key: StorageKey, value: string): void =>
  withStorage(() => localStorage.setItem(key, value), undefined);

export function removeValues(keys: readonly StorageKey[]): void {
  for (const key of keys) withStorage(() => localStorage.removeItem(key), undefined);
}

/** Values of this tab only, until it is closed; the same rules without storage. */
export const tab = {
  read: (key: string): string | null => withStorage(() => sessionStorage.getItem(key), null),
  write: (key: string, value: string): void => withStorage(() => sessionStorage.setItem(key, value), undefined),
  remove: (key: string): void => withStorage(() => sessionStorage.removeItem(key), undefined),
  keys: (): string[] => withStorage(() => Object.keys(sessionStorage), []),
};

/** Parses a stored value; null if there is none or it is not JSON. */
export function parsed<T>(text: string | null): T | null {
  try {
    return JSON.parse(text ?? 'null') as T | null;
  } catch {
    return null;
  }
}

const SIGN_OUT = 'fynbos.signed-out';

/** Why another application sent the person to sign in: an hour without activity, or the session had ended. */
export type SignOutReason = 'idle' | 'ended';

/** Stores the reason for the page that loads next. */
export const keepSignOutReason = (reason: SignOutReason): void => tab.write(SIGN_OUT, reason);

/** Returns the stored reason and removes it. */
export function takeSignOutReason(): SignOutReason | null {
  const reason = tab.read(SIGN_OUT);
  tab.remove(SIGN_OUT);
  return reason === 'idle' || reason === 'ended' ? reason : null;
}
