import { parsed, tab } from '../state/storage.ts';

const PREFIX = 'fynbos.draft.';
const OWNER_KEY = 'fynbos.drafts-of';
/** Never kept anywhere. */
const NEVER_STORED = /password/i;
/** Kept in memory only, so a reload discards them. */
const MEMORY_ONLY = /accountNumber|idNumber/i;

type Values = Readonly<Record<string, string>>;

const inMemory = new Map<string, Values>();

/**
 * Kept until the form is sent: over a reload, Back and the end of a session. No passwords; account and ID numbers in
 * memory only, the rest also in this tab's storage.
 */
export function saveDraft(name: string, changed: Values): void {
  const kept = Object.entries(changed).filter(([field]) => !NEVER_STORED.test(field));
  if (kept.length === 0) {
    discardDraft(name);
    return;
  }
  inMemory.set(name, Object.fromEntries(kept));
  const stored = kept.filter(([field]) => !MEMORY_ONLY.test(field));
  tab.write(PREFIX + name, JSON.stringify(Object.fromEntries(stored)));
}

/** Returns the kept values of a form; empty if there are none. */
export const draftOf = (name: string): Values => ({
  ...parsed<Values>(tab.read(PREFIX + name)),
  ...inMemory.get(name),
});

export function discardDraft(name: string): void {
  inMemory.delete(name);
  tab.remove(PREFIX + name);
}

/** Drops the drafts of another person who used this tab before. A visitor's drafts stay. */
export function claimDrafts(owner: string): void {
  const before = tab.read(OWNER_KEY);
  if (before !== null && before !== owner) discardDrafts();
  tab.write(OWNER_KEY, owner);
  // Without storage, the owner of the drafts in memory is unknown.
  if (tab.read(OWNER_KEY) === null) inMemory.clear();
}

/** Drops every draft, because another person may use the browser next. */
export function discardDrafts(): void {
  inMemory.clear();
  for (const key of tab.keys()) if (key.startsWith(PREFIX)) tab.remove(key);
}
