import { useSyncExternalStore } from 'react';
import { type Session, sessionStore } from './session.ts';

const nobody = (): null => null;

/** Who is signed in, or null; null too while a prerendered page comes alive. */
export const useSession = (): Session | null =>
  useSyncExternalStore<Session | null>(sessionStore.subscribe, sessionStore.read, nobody);
