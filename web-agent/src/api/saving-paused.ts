/** Sent with every API response while changes cannot be saved: start of the pause, ISO 8601 UTC. */
const SINCE = 'X-Saving-Paused-Since';
const TRY_AGAIN_MS = 5_000;
/** A small public read. Its response shows whether changes can be saved again. */
const PROBE = '/api/titles';

let since: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const probe = (): void => {
  fetch(PROBE, { cache: 'no-store' }).then(noteSavingPaused, probeLater);
};

function probeLater(): void {
  clearTimeout(timer);
  timer = setTimeout(probe, TRY_AGAIN_MS);
}

/** Reads the pause state from an API response. While saving is paused, the server is asked again every five seconds. */
export function noteSavingPaused({ headers }: Response): void {
  const now = headers.get(SINCE);
  if (now) probeLater();
  if (now === since) return;
  since = now;
  for (const listener of listeners) listener();
}

/** Start of the pause in saving; null while changes can be saved. */
export const savingPausedStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): string | null => since,
};
