import { useEffect, useRef, useState } from 'react';
import { KEYS, loadValue, saveValue } from '../state/storage.ts';

/** The idle time of specification section 9, with a warning two minutes before (C8 in docs/rules.md). */
export const IDLE_MS = 60 * 60_000;
const WARNING_MS = 2 * 60_000;
/** Minimum interval at which an active page extends the session if it made no other call. */
const EXTEND_EVERY_MS = 5 * 60_000;

/** Returns the session's state after `idleFor` milliseconds without mouse movement or key press. */
function idleState(idleFor: number): 'active' | 'warning' | 'over' {
  if (idleFor >= IDLE_MS) return 'over';
  return idleFor >= IDLE_MS - WARNING_MS ? 'warning' : 'active';
}

/** Formats the remaining milliseconds as `1:05`. */
export function clockText(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const TICK_MS = 1000;
const SHARE_EVERY_MS = 5000;

/** Calls `onActivity` for each movement, touch and key, and `onTick` every second. Returns a function that stops. */
function watch(onActivity: (event: Event) => void, onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS);
  window.addEventListener('mousemove', onActivity, { passive: true });
  window.addEventListener('touchstart', onActivity, { passive: true });
  window.addEventListener('keydown', onActivity);
  document.addEventListener('visibilitychange', onTick);
  return () => {
    clearInterval(timer);
    window.removeEventListener('mousemove', onActivity);
    window.removeEventListener('touchstart', onActivity);
    window.removeEventListener('keydown', onActivity);
    document.removeEventListener('visibilitychange', onTick);
  };
}

interface Ends {
  /** Returns the time of the server's last response to this page, in milliseconds since 1970. */
  readonly lastResponse: () => number;
  readonly onOver: () => void;
  readonly onExtend: () => void;
}

/**
 * Tabs share their last activity. While the warning is shown, a key press or `extend` keeps the session. Mouse movement
 * does not, so it cannot close the dialog while it is being read.
 */
export function useIdle(ends: Ends) {
  const [leftMs, setLeftMs] = useState(IDLE_MS);
  const [isWarning, setWarning] = useState(false);
  const now = useRef(ends);
  now.current = ends;
  const last = useRef(Date.now());
  const isWarned = useRef(false);

  const setWarned = (next: boolean) => {
    isWarned.current = next;
    setWarning(next);
  };
  const extend = () => {
    last.current = Date.now();
    saveValue(KEYS.lastActivity, String(last.current));
    setWarned(false);
    now.current.onExtend();
  };
  const extending = useRef(extend);
  extending.current = extend;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the watch lives as long as the session; it reads the rest through refs
  useEffect(() => {
    let shared = 0;
    let extendedAt = Date.now();
    last.current = Date.now();
    saveValue(KEYS.lastActivity, String(last.current));

    const onActivity = (event: Event) => {
      if (isWarned.current) {
        if (event.type === 'keydown') extending.current();
        return;
      }
      last.current = Date.now();
      if (last.current - shared > SHARE_EVERY_MS) {
        shared = last.current;
        saveValue(KEYS.lastActivity, String(shared));
      }
    };
    const onTick = () => {
      last.current = Math.max(last.current, Number(loadValue(KEYS.lastActivity) ?? 0));
      const idle = Date.now() - last.current;
      const state = idleState(idle);
      if (state === 'over') return now.current.onOver();
      if ((state === 'warning') !== isWarned.current) setWarned(state === 'warning');
      if (state === 'warning') setLeftMs(IDLE_MS - idle);
      const lastContact = Math.max(now.current.lastResponse(), extendedAt);
      if (state === 'active' && Date.now() - lastContact > EXTEND_EVERY_MS && last.current > lastContact) {
        extendedAt = Date.now();
        now.current.onExtend();
      }
    };
    return watch(onActivity, onTick);
  }, []);

  return { isWarning, leftMs, extend };
}
