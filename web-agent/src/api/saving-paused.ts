/** On every answer of the API while changes cannot be saved: since when, ISO 8601 UTC. */
const SINCE = 'X-Saving-Paused-Since';
const TRY_AGAIN_MS = 5_000;
/** A small public read, whose answer says whether changes can be saved again. */
const PROBE = '/api/titles';

let since: string | null = null;
let trying: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const probe = (): void => {
  fetch(PROBE, { cache: 'no-store' })
    .then(noteSavingPaused)
    .catch(() => undefined);
};

/** Takes note of what an answer of the API says; while saving is paused the server is asked again every five seconds. */
export function noteSavingPaused({ headers }: Response): void {
  const now = headers.get(SINCE);
  if (now === since) return;
  since = now;
  if (since === null) {
    clearInterval(trying);
    trying = undefined;
  } else trying ??= setInterval(probe, TRY_AGAIN_MS);
  for (const listener of listeners) listener();
}

/** Since when changes cannot be saved; null while they can. */
export const savingPausedStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): string | null => since,
};

/** An instant as a clock in Johannesburg shows it: `14:05`. */
export const clockTime = (instant: string): string =>
  new Intl.DateTimeFormat('en-ZA', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Africa/Johannesburg',
  }).format(new Date(instant));
