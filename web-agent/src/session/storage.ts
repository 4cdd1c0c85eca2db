/** The specification's browser storage keys (section 3) and one of ours that lets tabs share their last activity. */
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
} as const;

export type StorageKey = (typeof KEYS)[keyof typeof KEYS];

/** Whether this browser lets the page keep anything at all (private windows and embedded views may not). */
export function storageAvailable(): boolean {
  try {
    return typeof localStorage !== 'undefined';
  } catch {
    return false;
  }
}

/** What is kept under a key, or null, also where storage is refused. */
export function keptValue(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value; without storage the page works on without it. */
export function keep(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing to do: the caller reads null later and says what is missing.
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
