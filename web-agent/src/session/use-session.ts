import { useSyncExternalStore } from 'react';
import { type Session, sessionStore } from './session.ts';

const nobody = (): null => null;

/** Returns the signed-in session, or null. Always null during hydration. */
export const useSession = (): Session | null =>
  useSyncExternalStore<Session | null>(sessionStore.subscribe, sessionStore.read, nobody);
