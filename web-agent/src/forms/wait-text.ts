/** Shown when a call did not reach the server. */
export const NOT_REACHED = 'We could not reach the server. Check your connection and try again.';

/** A wait as text: `in 24 seconds`, `in 47 minutes`. */
export function waitText(seconds: number): string {
  if (seconds < 60) return `in ${counted(Math.max(1, Math.ceil(seconds)), 'second')}`;
  return `in ${counted(Math.ceil(seconds / 60), 'minute')}`;
}

/** `Too many attempts. Try again in 47 minutes.` */
export const tooMany = (seconds: number): string => `Too many attempts. Try again ${waitText(seconds)}.`;

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
