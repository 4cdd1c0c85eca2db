import { useSyncExternalStore } from 'react';

export interface Store<T> {
  readonly read: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A value outside of React that pages read with `useStore`. */
export function createStore<T>(value: T): Store<T> & { readonly set: (next: T) => void } {
  let current = value;
  const listeners = new Set<() => void>();
  return {
    read: () => current,
    set(next) {
      if (next === current) return;
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const never = () => () => undefined;

/** False in a prerendered page and during its hydration, for content that depends on the address or the browser. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Reads a store; `initial` is its value in prerendered pages and during hydration. */
export const useStore = <T>(store: Store<T>, initial: T): T =>
  useSyncExternalStore<T>(store.subscribe, store.read, () => initial);
