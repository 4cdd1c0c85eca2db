/**
 * The specification's browser storage keys (section 3) and an additional one that shares the last activity between
 * tabs.
 */
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

/** Whether the browser allows storage at all (private windows and embedded views may not). */
export function storageAvailable(): boolean {
  try {
    return typeof localStorage !== 'undefined';
  } catch {
    return false;
  }
}

/** Returns the stored value; null if there is none or storage is not available. */
export function keptValue(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value; without storage it does nothing. */
export function keep(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The caller reads null later and reports the missing value.
  }
}

export function drop(keys: readonly StorageKey[]): void {
  for (const key of keys) {
    try {
      localStorage.removeItem(key);
    } catch {
      return;
    }
  }
}
