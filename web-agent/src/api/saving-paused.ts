import { createStore, type Store } from '../state/store.ts';

/** Sent with every API response while changes cannot be saved: start of the pause, ISO 8601 UTC. */
const SINCE = 'X-Saving-Paused-Since';
const TRY_AGAIN_MS = 5_000;
/** A small public read. Its response shows whether changes can be saved again. */
const PROBE = '/api/titles';

let timer: ReturnType<typeof setTimeout> | undefined;
const since = createStore<string | null>(null);

/** Start of the pause in saving; null while changes can be saved. */
export const savingPausedStore: Store<string | null> = since;

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
  since.set(now);
}
