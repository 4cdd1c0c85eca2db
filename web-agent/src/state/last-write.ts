import { tab } from './storage.ts';

const POSITION = 'position';
let position: string | null = null;

/** The token (`X-Read-After`) with which a page shows what was changed. Kept over a reload; null before a write. */
export const lastWrite = (): string | null => position ?? tab.read(POSITION);

/** Stores the position of the change in a response, unless a later change was answered before. */
export function rememberWrite({ headers }: Response): void {
  const received = headers.get('X-Position');
  const last = lastWrite();
  if (!received || (last !== null && received <= last)) return;
  position = received;
  tab.write(POSITION, received);
}

/** Removes the position at the end of a session. The next session may use another event store. */
export function clearLastWrite(): void {
  position = null;
  tab.remove(POSITION);
}
