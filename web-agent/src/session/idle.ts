/** The idle time of specification section 9, with a warning two minutes before (C8 in docs/rules.md). */
export const IDLE_MS = 60 * 60_000;
export const WARNING_MS = 2 * 60_000;
/** Minimum interval at which an active page extends the session if it made no other call. */
export const EXTEND_EVERY_MS = 5 * 60_000;

export type IdleState = 'active' | 'warning' | 'over';

/** Returns the session's state after `idleFor` milliseconds without mouse movement or key press. */
export function idleState(idleFor: number): IdleState {
  if (idleFor >= IDLE_MS) return 'over';
  return idleFor >= IDLE_MS - WARNING_MS ? 'warning' : 'active';
}

/** Formats the remaining milliseconds as `1:05`. */
export function clockText(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
