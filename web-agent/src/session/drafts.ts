const PREFIX = 'fynbos.draft.';
/** Never kept anywhere. */
const SECRET = /password/i;
/** Kept in memory only, so a reload discards them. */
const SENSITIVE = /accountNumber|idNumber/i;

type Values = Readonly<Record<string, string>>;

const inMemory = new Map<string, Values>();

/**
 * Keeps what a person typed in a form until it is sent: over a reload, Back, another section and the end of a session.
 * Passwords are not kept. Account and ID numbers are kept in memory only; the rest also in this tab's storage.
 */
export function keepDraft(name: string, changed: Values): void {
  const kept = Object.entries(changed).filter(([field]) => !SECRET.test(field));
  if (kept.length === 0) {
    dropDraft(name);
    return;
  }
  inMemory.set(name, Object.fromEntries(kept));
  const stored = kept.filter(([field]) => !SENSITIVE.test(field));
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(Object.fromEntries(stored)));
  } catch {
    // Without storage, the draft lives as long as the page.
  }
}

/** Returns the kept values of a form; empty if there are none. */
export function draftOf(name: string): Values {
  try {
    const stored = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? '{}') as Values;
    return { ...stored, ...inMemory.get(name) };
  } catch {
    return inMemory.get(name) ?? {};
  }
}

export function dropDraft(name: string): void {
  inMemory.delete(name);
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was stored.
  }
}

const OWNER = 'fynbos.drafts-of';

/** Drops the drafts of another person who used this tab before. A visitor's drafts stay. */
export function claimDrafts(owner: string): void {
  try {
    const before = sessionStorage.getItem(OWNER);
    if (before !== null && before !== owner) dropDrafts();
    sessionStorage.setItem(OWNER, owner);
  } catch {
    inMemory.clear();
  }
}

/** Drops every draft, because another person may use the browser next. */
export function dropDrafts(): void {
  inMemory.clear();
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
