import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** States by entry of the browser's history and name, until the page is loaded again. */
const kept = new Map<string, unknown>();

/** Like `useState`, but back and forward find the state as it was left. `name`: unique on the page. */
export function useEntryState<T>(name: string, initial: T) {
  const at = `${useLocation().key} ${name}`;
  const state = useState<T>(() => (kept.has(at) ? (kept.get(at) as T) : initial));
  const [value] = state;
  useEffect(() => void kept.set(at, value), [at, value]);
  return state;
}
