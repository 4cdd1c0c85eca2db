import { createStore, type Store } from '../state/store.ts';

/** Sent with every API response while changes cannot be saved: start of the pause, ISO 8601 UTC. */
const SINCE = 'X-Saving-Paused-Since';
const PROBE_INTERVAL_MS = 5_000;
/** A small public read. Its response shows whether changes can be saved again. */
const PROBE = '/api/titles';

let timer: ReturnType<typeof setTimeout> | undefined;
const since = createStore<string | null>(null);

/** Start of the pause in saving; null while changes can be saved. */
export const savingPausedStore: Store<string | null> = since;

const probe = (): void => {
  fetch(PROBE, { cache: 'no-store' }).then(updateSavingPaused, probeLater);
};

function probeLater(): void {
  clearTimeout(timer);
  timer = setTimeout(probe, PROBE_INTERVAL_MS);
}

/** Reads the pause state from an API response. While saving is paused, the server is asked again every five seconds. */
export function updateSavingPaused({ headers }: Response): void {
  const pausedSince = headers.get(SINCE);
  if (pausedSince) probeLater();
  since.set(pausedSince);
}
